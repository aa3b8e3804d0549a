"""The common form that every client writes; `normalise.mjs` is its twin."""

import base64
import hashlib
from typing import Any


def binary(text: str) -> dict[str, Any]:
    data = base64.b64decode(text, validate=True)
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def author_meta(meta: dict[str, Any] | None) -> dict[str, Any]:
    kept = {k: v for k, v in (meta or {}).items() if not k.startswith("io.modelcontextprotocol/")}
    return {"_meta": kept} if kept else {}


def plain(model: Any) -> dict[str, Any]:
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


def block(value: dict[str, Any]) -> dict[str, Any]:
    rest = {k: v for k, v in value.items() if k not in ("data", "blob", "resource", "_meta")}
    for key in ("data", "blob"):
        if key in value:
            rest |= binary(value[key])
    if "resource" in value:
        rest["resource"] = block(value["resource"])
    return rest | author_meta(value.get("_meta"))


def call(result: dict[str, Any]) -> dict[str, Any]:
    structured = {k: result[k] for k in ("structuredContent",) if k in result}
    content = [block(one) for one in result["content"]]
    return {"isError": result.get("isError", False), **structured, "content": content} | author_meta(result.get("_meta"))


def read(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [block(one) for one in result["contents"]]


def prompt(result: dict[str, Any]) -> dict[str, Any]:
    description = {k: result[k] for k in ("description",) if k in result}
    messages = result["messages"]
    return {
        **description,
        "roles": [one["role"] for one in messages],
        "content": [block(one["content"]) for one in messages],
    }
