"""Messages of a live session."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any, TypeAlias

from .errors import LiveError

HEADER = struct.Struct("<BBHIQ")
AUDIO, MOTION = 1, 2


@dataclass(frozen=True)
class LiveAudio:
    """Samples of an utterance: signed 16-bit little-endian mono. `first_sample` counts from its start."""

    utterance_number: int
    generation: int
    first_sample: int
    is_last: bool
    samples: bytes


@dataclass(frozen=True)
class LiveMotion:
    """Values of a face: little-endian float32, frame after frame, in the order of the session's shapes."""

    utterance_number: int
    generation: int
    first_frame: int
    is_last: bool
    values: bytes


@dataclass(frozen=True)
class LiveMessage:
    """A message such as `words` or `utterance.done`; `fields` has all its values."""

    type: str
    fields: dict[str, Any]


LiveEvent: TypeAlias = LiveAudio | LiveMotion | LiveMessage


def live_event_of(frame: str | bytes) -> LiveEvent:
    """Return the event of a frame, or raise LiveError for a fatal error of the service."""
    if isinstance(frame, str):
        fields: dict[str, Any] = json.loads(frame)
        if fields["type"] == "error" and fields.get("fatal"):
            raise LiveError(fields["code"], fields["detail"])
        return LiveMessage(fields["type"], fields)
    kind, last, number, generation, first = HEADER.unpack_from(frame)
    body = frame[HEADER.size :]
    if kind == AUDIO:
        return LiveAudio(number, generation, first, bool(last), body)
    if kind == MOTION:
        return LiveMotion(number, generation, first, bool(last), body)
    raise LiveError("unexpected_answer", f"Expected a frame of kind 1 or 2, received kind {kind}")
