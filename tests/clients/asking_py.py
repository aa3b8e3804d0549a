"""The Python SDK's client on strings: it does what `asking.mjs` writes to it, one JSON a line."""

import json
import os
import sys
from typing import Any

import anyio
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from pydantic import TypeAdapter

MODES = {"legacy": "legacy", "modern": "2026-07-28"}


def plain(model: Any) -> Any:
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


class Held:
    """A client, open until it is told to close."""

    def __init__(self, answers: dict[str, Any], together: int = 1) -> None:
        self.answers = answers
        self.together = together
        self.asked: list[dict[str, Any]] = []
        self.all_there = anyio.Event()
        self.closing = anyio.Event()
        self.closed = anyio.Event()
        self.client: Client

    async def answer(self, method: str, params: Any) -> Any:
        """Answers when as many questions are open as are said to come together."""
        params = {key: value for key, value in plain(params).items() if key != "_meta"}
        self.asked.append({"method": method, "params": params})
        if len(self.asked) % self.together == 0:
            self.all_there.set()
            self.all_there = anyio.Event()
        else:
            await self.all_there.wait()
        return self.answers[params.get("message", "sampling")]

    async def elicited(self, context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        return types.ElicitResult.model_validate(await self.answer("elicitation/create", params))

    async def sampled(self, context: Any, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        return types.CreateMessageResult.model_validate(await self.answer("sampling/createMessage", params))

    async def keep(
        self, era: str, abilities: dict[str, Any], url: str | None, command: str | None, *, task_status: Any
    ) -> None:
        with open(os.devnull, "w") as devnull:
            process = StdioServerParameters(command="sh", args=["-c", command or ""])
            self.client = Client(
                url or stdio_client(process, errlog=devnull),
                mode=MODES[era],
                read_timeout_seconds=20,
                elicitation_callback=self.elicited if "elicitation" in abilities else None,
                sampling_callback=self.sampled if "sampling" in abilities else None,
            )
            async with self.client:
                task_status.started(self.client.protocol_version)
                await self.closing.wait()
        self.closed.set()


clients: dict[str, Held] = {}


async def call(
    client: str,
    tool: str,
    arguments: dict[str, Any],
    by_hand: bool = False,
    inputResponses: dict[str, Any] | None = None,
    requestState: str | None = None,
) -> Any:
    held = clients[client]
    held.asked.clear()
    if by_hand:
        responses = TypeAdapter(types.InputResponses | None).validate_python(inputResponses)
        result = await held.client.session.call_tool(
            tool, arguments, input_responses=responses, request_state=requestState, allow_input_required=True
        )
    else:
        result = await held.client.call_tool(tool, arguments)
    said = plain(result)
    if isinstance(result, types.InputRequiredResult):
        return {"inputRequests": said["inputRequests"], "requestState": said["requestState"]}
    return {
        "texts": [block["text"] for block in said["content"]],
        "isError": said.get("isError", False),
        "asked": list(held.asked),
    }


async def carry_out(tasks: Any, verb: str, order: dict[str, Any]) -> Any:
    name = order["client"]
    match verb:
        case "open":
            clients[name] = Held(order["answers"], order.get("together", 1))
            where = order.get("url"), order.get("command")
            return await tasks.start(clients[name].keep, order["era"], order["abilities"], *where)
        case "call":
            return await call(**order)
        case "tools":
            return [tool.name for tool in (await clients[name].client.list_tools()).tools]
        case "close":
            held = clients.pop(name)
            held.closing.set()
            await held.closed.wait()


async def obey(tasks: Any, line: str) -> None:
    order = json.loads(line)
    said: dict[str, Any] = {"id": order.pop("id")}
    try:
        said["result"] = await carry_out(tasks, order.pop("verb"), order)
    except MCPError as error:
        said["error"] = plain(error.error)
    except Exception as error:
        said["error"] = {"message": f"{type(error).__name__}: {error}"}
    print(json.dumps(said), flush=True)


async def main() -> None:
    async with anyio.create_task_group() as tasks:
        async for line in anyio.wrap_file(sys.stdin):
            tasks.start_soon(obey, tasks, line)
        tasks.cancel_scope.cancel()


anyio.run(main)
