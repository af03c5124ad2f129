"""Events of a service."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from .model import Model
from .server_sent_events import ServerSentEvent


class Event(Model):
    """Something that has happened in a service.

    `id` grows and is never used twice. `type` is `memory.created`, `job.succeeded` and so on. `stream.reset`
    means that events in between are lost because the service no longer keeps them.
    """

    id: int
    type: str
    time: datetime | None = None
    data: dict[str, Any]


def event_of(block: ServerSentEvent, position: str | None) -> Event:
    """Return the event of a block whose data is JSON."""
    body: dict[str, Any] = block.json()
    data = body.get("data")
    time = body.pop("time", None)
    return Event(id=int(position or 0), type=block.event, time=time, data=body if data is None else data)
