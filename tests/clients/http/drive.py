"""Carries the plan out with one release of the Python SDK: python drive.py ERA TARGET PLAN

TARGET is a URL, or the path of a program to run on pipes.
"""

import json
import logging
import os
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import mcp
from mcp import types

sys.path.insert(0, str(Path(__file__).parent.parent))
from normalise import call, plain, prompt, read  # noqa: E402

complaints: list[str] = []
told: dict[str, Any] = {"progress": [], "logs": [], "changes": 0}
IS_SECOND = hasattr(mcp, "Client")


class Complaints(logging.Handler):
    """The SDK logs what it dislikes about a server and goes on."""

    def emit(self, record: logging.LogRecord) -> None:
        complaints.append(record.getMessage())


def field(schema: dict[str, Any]) -> Any:
    """What the user fills into a field of a form."""

    def option(source: dict[str, Any]) -> Any:
        titled = source.get("oneOf") or source.get("anyOf") or [{}]
        return source["enum"][0] if "enum" in source else titled[0].get("const")

    if "default" in schema:
        return schema["default"]
    if schema["type"] == "array":
        return [option(schema["items"])]
    return option(schema) or {"boolean": True, "integer": 1, "number": 1, "string": "Ada"}[schema["type"]]


async def sample(context: Any, params: Any) -> Any:
    text = types.TextContent(type="text", text="Paris")
    reason = {"stop_reason" if IS_SECOND else "stopReason": "endTurn"}
    return types.CreateMessageResult(role="assistant", content=text, model="none", **reason)


async def elicit(context: Any, params: Any) -> Any:
    schema = plain(params)["requestedSchema"]
    content = {name: field(one) for name, one in schema["properties"].items()}
    return types.ElicitResult(action="accept", content=content)


async def roots(context: Any) -> Any:
    return types.ListRootsResult(roots=[types.Root(uri="file:///work", name="work")])


async def log(params: Any) -> None:
    told["logs"].append(params.data)


async def hear(message: Any) -> None:
    if isinstance(message, Exception):
        complaints.append(f"{type(message).__name__}: {message}")
        return
    method = getattr(getattr(message, "root", message), "method", None)
    if method == "notifications/tools/list_changed":
        told["changes"] += 1


async def count(progress: float, total: float | None, *message: Any) -> None:
    told["progress"].append([progress, total])


def callbacks() -> dict[str, Any]:
    asked = {"elicitation_callback": elicit} if hasattr(types, "ElicitResult") else {}
    answering = {"sampling_callback": sample, "list_roots_callback": roots, **asked}
    return {**answering, "logging_callback": log, "message_handler": hear}


async def connect(stack: AsyncExitStack, era: str, target: str) -> tuple[Any, str]:
    if IS_SECOND:
        mode = "2026-07-28" if era == "modern" else "legacy"
        client = await stack.enter_async_context(mcp.Client(target, mode=mode, read_timeout_seconds=10, **callbacks()))
        return client, client.protocol_version
    if target.startswith("http:"):
        from mcp.client.streamable_http import streamablehttp_client

        streams = (await stack.enter_async_context(streamablehttp_client(target)))[:2]
    else:
        from mcp.client.stdio import stdio_client

        devnull = stack.enter_context(open(os.devnull, "w"))
        server = mcp.StdioServerParameters(command=target)
        streams = await stack.enter_async_context(stdio_client(server, errlog=devnull))
    session = await stack.enter_async_context(mcp.ClientSession(*streams, **callbacks()))
    agreed = await session.initialize()
    return session, agreed.protocolVersion


class Steps:
    def __init__(self, client: Any, era: str) -> None:
        self.client, self.is_modern = client, era == "modern"

    async def ping(self, step: dict[str, Any]) -> Any:
        await self.client.send_ping()
        return "pong"

    async def tools(self, step: dict[str, Any]) -> Any:
        return [tool.name for tool in (await self.client.list_tools()).tools]

    async def call(self, step: dict[str, Any]) -> Any:
        told["progress"], told["logs"] = [], []
        options: dict[str, Any] = {}
        # The oldest release takes no such thing.
        if step.get("watch") and "progress_callback" in self.client.call_tool.__code__.co_varnames:
            options["progress_callback"] = count
        if step.get("watch") and self.is_modern:
            options["meta"] = {"io.modelcontextprotocol/logLevel": "debug"}
        result = await self.client.call_tool(step["name"], step.get("arguments", {}), **options)
        watched = {"progress": told["progress"], "logs": told["logs"]} if step.get("watch") else {}
        return call(plain(result)) | watched

    async def read(self, step: dict[str, Any]) -> Any:
        uri = step["uri"] if IS_SECOND else types.ReadResourceRequestParams(uri=step["uri"]).uri
        return read(plain(await self.client.read_resource(uri)))

    async def prompt(self, step: dict[str, Any]) -> Any:
        return prompt(plain(await self.client.get_prompt(step["name"], step.get("arguments"))))

    async def complete(self, step: dict[str, Any]) -> Any:
        reference = types.PromptReference(type="ref/prompt", name=step["name"])
        argument = {"name": step["argument"], "value": step["value"]}
        return (await self.client.complete(reference, argument)).completion.values

    async def level(self, step: dict[str, Any]) -> Any:
        return plain(await self.client.set_logging_level("debug"))

    async def subscribe(self, step: dict[str, Any]) -> Any:
        uri = step["uri"] if IS_SECOND else types.ReadResourceRequestParams(uri=step["uri"]).uri
        first = plain(await self.client.subscribe_resource(uri))
        return [first, plain(await self.client.unsubscribe_resource(uri))]

    async def changes(self, step: dict[str, Any]) -> Any:
        if self.is_modern:
            async with self.client.listen(tools_list_changed=True) as subscription:
                await self.client.call_tool(step["name"], {})
                async for _ in subscription:
                    return 1
        await self.client.call_tool(step["name"], {})
        for _ in range(100):
            if told["changes"] > 0:
                break
            await anyio.sleep(0.02)
        return told["changes"]


async def attempt(steps: Steps, step: dict[str, Any]) -> Any:
    try:
        with anyio.fail_after(15):
            return await getattr(steps, step["do"])(step)
    except Exception as error:
        code = getattr(getattr(error, "error", error), "code", None)
        return {"error": code if code is not None else f"{type(error).__name__}: {error}"}


async def main(era: str, target: str, plan: list[dict[str, Any]]) -> None:
    # These are not of the newest revision.
    gone = ("ping", "level", "subscribe") if era == "modern" else ()
    async with AsyncExitStack() as stack:
        client, protocol = await connect(stack, era, target)
        steps = Steps(client, era)
        seen = {step["key"]: await attempt(steps, step) for step in plan if step["do"] not in gone}
    print(json.dumps({"protocol": str(protocol), "seen": seen, "complaints": complaints}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    logging.getLogger().addHandler(Complaints(level=logging.WARNING))
    with open(sys.argv[3], encoding="utf-8") as file:
        anyio.run(main, sys.argv[1], sys.argv[2], json.load(file))
