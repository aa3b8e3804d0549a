"""The Python SDK's client: python py_client.py ERA SERVER PLAN"""

import json
import logging
import os
import sys
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import PromptReference, ResourceTemplateReference

from normalise import call, plain, prompt, read

MODES = {"legacy": "legacy", "modern": "2026-07-28", "auto": "auto"}
complaints: list[str] = []


class Complaints(logging.Handler):
    """The SDK logs what it dislikes about a server and goes on."""

    def emit(self, record: logging.LogRecord) -> None:
        complaints.append(record.getMessage())


async def pages(verb: Any, field: str, key: str) -> Any:
    found: list[str] = []
    cursor = None
    try:
        while True:
            page = await verb(cursor=cursor)
            found += [str(getattr(one, key)) for one in getattr(page, field)]
            cursor = page.next_cursor
            if cursor is None:
                return found
    except Exception as error:
        return failed(error)


def failed(error: Exception) -> dict[str, str]:
    """One failing request must not hide what the others would have shown."""
    return {"failed": f"{type(error).__name__}: {error}"}


async def attempt(normalise: Any, request: Any) -> Any:
    try:
        return normalise(plain(await request))
    except Exception as error:
        return failed(error)


async def on_message(message: Any) -> None:
    if isinstance(message, Exception):
        complaints.append(f"{type(message).__name__}: {message}")


async def main(era: str, command: str, plan: dict[str, Any]) -> None:
    with open(os.devnull, "w") as devnull:
        transport = stdio_client(StdioServerParameters(command=command), errlog=devnull)
        async with Client(transport, mode=MODES[era], read_timeout_seconds=10, message_handler=on_message) as client:
            seen = await look(client, era, plan)
    print(json.dumps(seen | {"complaints": complaints}, indent=2, ensure_ascii=False))


async def look(client: Client, era: str, plan: dict[str, Any]) -> dict[str, Any]:
    # A pinned version skips `server/discover`, so the server has not named itself.
    named = client.server_info
    seen: dict[str, Any] = {
        "client": "python",
        "era": era,
        "protocol": client.protocol_version,
        "server": plain(named) if named else None,
        "tools": await pages(client.list_tools, "tools", "name"),
        "resources": await pages(client.list_resources, "resources", "uri"),
        "templates": await pages(client.list_resource_templates, "resource_templates", "uri_template"),
        "prompts": await pages(client.list_prompts, "prompts", "name"),
        "calls": {},
        "reads": {},
        "prompts_got": {},
        "completions": {},
        "progress": {},
    }
    for one in plan["calls"]:
        key = one["key"]
        seen["progress"][key] = 0

        async def count(progress: float, total: float | None, message: str | None, key: str = key) -> None:
            seen["progress"][key] += 1

        request = client.call_tool(one["name"], one["arguments"], progress_callback=count)
        seen["calls"][key] = await attempt(call, request)
    for uri in plan["reads"]:
        seen["reads"][uri] = await attempt(read, client.read_resource(uri))
    for one in plan["prompts"]:
        seen["prompts_got"][one["key"]] = await attempt(prompt, client.get_prompt(one["name"], one["arguments"]))
    for one in plan["completions"]:
        kind = one["ref"]["type"]
        model = ResourceTemplateReference if kind == "ref/resource" else PromptReference
        request = client.complete(model.model_validate(one["ref"]), one["argument"])
        seen["completions"][one["key"]] = await attempt(lambda result: result["completion"]["values"], request)
    return seen


if __name__ == "__main__":
    logging.getLogger().addHandler(Complaints(level=logging.WARNING))
    with open(sys.argv[3], encoding="utf-8") as file:
        anyio.run(main, sys.argv[1], sys.argv[2], json.load(file))
