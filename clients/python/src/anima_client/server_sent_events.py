"""Reader of server-sent events."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

MAX_BLOCK_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class ServerSentEvent:
    """One block of a stream. `data` is None for a block that has an id or a retry delay only."""

    event: str
    data: str | None
    id: str | None
    retry_ms: int | None

    def json(self) -> Any:
        """Return the data as JSON."""
        return json.loads(self.data or "null")


class ServerSentEventReader:
    """Splits the bytes of a stream into events."""

    def __init__(self) -> None:
        """Create a reader of one response."""
        self._rest = bytearray()
        self._fields: dict[str, list[str]] = {}
        self._size = 0

    def feed(self, piece: bytes) -> list[ServerSentEvent]:
        """Return the events that are complete with this piece."""
        events: list[ServerSentEvent] = []
        *lines, last = piece.split(b"\n")
        for line in lines:
            self._rest += line
            whole = bytes(self._rest).removesuffix(b"\r").decode("utf-8", "replace")
            self._rest.clear()
            if whole == "":
                events += self._end_of_block()
            elif not whole.startswith(":"):
                name, _, value = whole.partition(":")
                self._fields.setdefault(name, []).append(value.removeprefix(" "))
        self._rest += last
        self._size += len(last)
        if events:
            self._size = len(self._rest)
        elif lines:
            self._size += sum(map(len, lines))
        if self._size > MAX_BLOCK_BYTES:
            raise ValueError(f"Expected events of at most {MAX_BLOCK_BYTES} bytes, received a longer one")
        return events

    def _end_of_block(self) -> list[ServerSentEvent]:
        fields, self._fields = self._fields, {}
        if not fields.keys() & {"data", "id", "retry"}:
            return []
        retry = fields.get("retry", [""])[-1]
        data = fields.get("data")
        return [
            ServerSentEvent(
                event=fields.get("event", ["message"])[-1],
                data=None if data is None else "\n".join(data),
                id=fields.get("id", [None])[-1],
                retry_ms=int(retry) if retry.isascii() and retry.isdigit() else None,
            )
        ]
