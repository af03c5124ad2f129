"""Items of a conversation as contents of memories: their text, and the rest as JSON on the last line."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["user", "assistant", "tool", "system"]
Path = Sequence[str | int]

_MARK = "#anima-item "


@dataclass(frozen=True)
class LogItem:
    """An item of a conversation, such as a message or a call of a tool.

    Attributes:
        value: The item as JSON.
        role: Who wrote it; None if nobody did.
        text_path: Keys that lead to its text; None if it has no text.
    """

    value: dict[str, Any]
    role: Role | None = None
    text_path: Path | None = None


def encode_item(item: LogItem) -> str:
    """Write an item as the content of a memory, which recall can find by its text."""
    path = list(item.text_path or [])
    text = _get(item.value, path) if path else None
    if not isinstance(text, str) or not text.strip():
        return _MARK + _json({"item": item.value})
    rest = copy.deepcopy(item.value)
    _get(rest, path[:-1])[path[-1]] = None
    is_plain = path == ["content"] and rest == {"role": item.role, "content": None}
    if is_plain and _MARK not in text:
        return text
    return f"{text}\n{_MARK}{_json({'path': path, 'item': rest})}"


def decode_item(content: str, role: str | None) -> dict[str, Any]:
    """Read the item that `encode_item` has written."""
    if content.startswith(_MARK):
        value: dict[str, Any] = json.loads(content[len(_MARK) :])["item"]
        return value
    text, mark, tail = content.rpartition("\n" + _MARK)
    if not mark:
        return {"role": role, "content": content}
    record = json.loads(tail)
    path = record["path"]
    _get(record["item"], path[:-1])[path[-1]] = text
    item: dict[str, Any] = record["item"]
    return item


def _get(value: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        value = value[key]
    return value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
