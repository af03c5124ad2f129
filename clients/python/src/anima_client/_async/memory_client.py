"""Client of the memory service."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence

import httpx

from ..events import Event
from ..requests import token_of
from .follow_events import follow_events
from .memory_calls import AsyncMemoryCalls


class AsyncMemoryClient(AsyncMemoryCalls):
    """Client of the memory service. Its methods raise AnimaError or ServiceUnreachableError."""

    def __init__(
        self,
        url: str | None = None,
        *,
        token: str | None = None,
        agent_id: str | None = None,
        timeout: float = 120.0,
        retries: int = 3,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Create a client.

        Args:
            url: Address of the service; default MEMORY_URL, then http://127.0.0.1:9090.
            token: Access token; default MEMORY_API_TOKEN.
            agent_id: The calling agent.
            timeout: Seconds that the service may be silent during a call.
            retries: How often a call that may be repeated is sent again.
            http_client: Replaces the HTTP client; the caller closes it.
        """
        super().__init__(
            "memory",
            url=url or os.environ.get("MEMORY_URL") or "http://127.0.0.1:9090",
            token=token_of(token, "MEMORY_API_TOKEN"),
            agent_id=agent_id,
            timeout=timeout,
            retries=retries,
            http_client=http_client,
        )

    def events(
        self, *, types: Sequence[str] | None = None, last_event_id: int | None = None
    ) -> AsyncIterator[Event]:
        """Follow the events of the service; after a lost connection it continues with the next event.

        Args:
            types: Only these, such as `["memory.*", "audit.finished"]`; default all.
            last_event_id: Id of the last known event; default: only new events.
        """
        return follow_events(self, "/api/v1/events", types, last_event_id)
