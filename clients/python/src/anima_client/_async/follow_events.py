"""Events of a service, continued after lost connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import httpx

from ..errors import AnimaError, ServiceUnreachableError
from ..events import Event, event_of
from ..options import NOT_GIVEN
from ..requests import jittered
from .connection import AsyncConnection

FIRST_DELAY_SECONDS = 0.2
LONGEST_DELAY_SECONDS = 30.0
ATTEMPTS = 24
"""Number of attempts in a row without an event, about ten minutes."""
SILENCE_SECONDS = 60.0
"""The services send a comment more often than this."""


async def follow_events(
    connection: AsyncConnection, path: str, types: Sequence[str] | None, last_event_id: int | None
) -> AsyncIterator[Event]:
    """Yield each event once and in order. Fails immediately if the first connection fails."""
    position = None if last_event_id is None else str(last_event_id)
    retry_seconds = 2.0
    is_first, failures = True, 0
    while True:
        try:
            query = {
                "types": NOT_GIVEN if types is None else list(types),
                "last_event_id": NOT_GIVEN if position is None else position,
            }
            timeout = httpx.Timeout(SILENCE_SECONDS, connect=5.0)
            stream = await connection.call_events("GET", path, query=query, timeout=timeout)
            async with stream:
                async for block in stream.events():
                    is_first, failures = False, 0
                    position = position if block.id is None else block.id
                    retry_seconds = retry_seconds if block.retry_ms is None else block.retry_ms / 1000
                    if block.data is not None:
                        yield event_of(block, position)
        except (AnimaError, ServiceUnreachableError) as error:
            failures += 1
            is_passing = not isinstance(error, AnimaError) or error.status == 429 or error.status >= 500
            if is_first or not is_passing or failures >= ATTEMPTS:
                raise
        # Most lost connections come back at once.
        growing = FIRST_DELAY_SECONDS if failures < 2 else retry_seconds * 1.5 ** (failures - 2)
        await asyncio.sleep(jittered(min(growing, LONGEST_DELAY_SECONDS)))
