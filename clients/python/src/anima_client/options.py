"""Options of every call."""

from __future__ import annotations

import os
from enum import Enum
from typing import Final, Literal, TypeAlias

from typing_extensions import TypedDict


class _Absent(Enum):
    NOT_GIVEN = "NOT_GIVEN"

    def __bool__(self) -> Literal[False]:
        return False


NotGiven: TypeAlias = Literal[_Absent.NOT_GIVEN]
"""Type of an argument that is omitted from the request. None is sent as null."""

NOT_GIVEN: Final = _Absent.NOT_GIVEN

FilePath: TypeAlias = "str | os.PathLike[str]"


class CallOptions(TypedDict, total=False):
    """Options of one call; each replaces the value of the client.

    `timeout` is in seconds. `idempotency_key` replaces the random key of a call that creates something.
    """

    agent_id: str
    idempotency_key: str
    timeout: float
