"""A conversation whose items are memories, for adapters of agent frameworks."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from ..log_items import LogItem, decode_item, encode_item
from ..memory_models import Memory
from ..options import NOT_GIVEN
from .memory_client import AsyncMemoryClient

_PAGE_SIZE = 200
_IMPORTANCE = 0.3


class AsyncConversationLog:
    """The items of one conversation in their order. Each item is a memory, so recall finds it later."""

    def __init__(
        self, client: AsyncMemoryClient, conversation_id: str, *, project: str | None = None
    ) -> None:
        """Open a conversation, which need not exist.

        Args:
            client: Client of the memory service.
            conversation_id: At most 128 characters.
            project: Project of the memories; default none.
        """
        self._client = client
        self._conversation_id = conversation_id
        self._project = project
        # Names of tags ignore case, a digest does not.
        self._tag = "session-" + hashlib.sha256(conversation_id.encode()).hexdigest()[:32]

    async def add(self, items: Sequence[LogItem]) -> None:
        """Add items at the end."""
        for item in items:
            await self._client.remember(
                encode_item(item),
                "context",
                importance=_IMPORTANCE,
                project=NOT_GIVEN if self._project is None else self._project,
                tags=["conversation", self._tag],
                conversation_id=self._conversation_id,
                speaker=NOT_GIVEN if item.role is None else item.role,
                role=NOT_GIVEN if item.role is None else item.role,
            )

    async def read(self, limit: int | None = None) -> list[dict[str, Any]]:
        """Return the latest items, or all, oldest first."""
        memories = await self._latest(limit)
        return [decode_item(memory.content, memory.role) for memory in reversed(memories)]

    async def pop(self) -> dict[str, Any] | None:
        """Remove and return the latest item; None if the conversation is empty."""
        latest = await self._latest(1)
        if not latest:
            return None
        await self._client.forget(latest[0].memory_id)
        return decode_item(latest[0].content, latest[0].role)

    async def clear(self) -> None:
        """Archive all items."""
        for memory in await self._latest(None):
            await self._client.forget(memory.memory_id, include_archived=True)

    async def _latest(self, limit: int | None) -> list[Memory]:
        found: list[Memory] = []
        if limit is not None and limit <= 0:
            return found
        cursor: str | None = None
        while True:
            page = await self._client.list_memories(
                tags=[self._tag],
                project_id=NOT_GIVEN if self._project is None else self._project,
                global_only=True if self._project is None else NOT_GIVEN,
                page_size=_PAGE_SIZE if limit is None else min(_PAGE_SIZE, limit - len(found)),
                cursor=NOT_GIVEN if cursor is None else cursor,
            )
            found.extend(page.memories)
            cursor = page.next_cursor
            if cursor is None or (limit is not None and len(found) >= limit):
                return found
