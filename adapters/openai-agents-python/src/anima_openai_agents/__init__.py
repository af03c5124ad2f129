"""A session of the OpenAI Agents SDK whose items are memories."""

from __future__ import annotations

from typing import Any, cast

from agents.items import TResponseInputItem
from agents.memory.session import SessionABC
from agents.memory.session_settings import SessionSettings, resolve_session_limit
from anima_client import AsyncConversationLog, AsyncMemoryClient, LogItem

__all__ = ["AnimaSession"]


class AnimaSession(SessionABC):
    """Keeps the history of a conversation: `AnimaSession("user-1", AsyncMemoryClient(), project="shop")`."""

    def __init__(
        self,
        session_id: str,
        client: AsyncMemoryClient,
        *,
        project: str | None = None,
        session_settings: SessionSettings | None = None,
    ) -> None:
        """Open a session, which need not exist."""
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._log = AsyncConversationLog(client, session_id, project=project)

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return the latest items, or all, oldest first."""
        items = await self._log.read(resolve_session_limit(limit, self.session_settings))
        return cast("list[TResponseInputItem]", items)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Add items at the end."""
        await self._log.add([_log_item(cast("dict[str, Any]", item)) for item in items])

    async def pop_item(self) -> TResponseInputItem | None:
        """Remove and return the latest item."""
        return cast("TResponseInputItem | None", await self._log.pop())

    async def clear_session(self) -> None:
        """Archive all items."""
        await self._log.clear()


def _log_item(item: dict[str, Any]) -> LogItem:
    role = item.get("role")
    content = item.get("content")
    if role not in ("user", "assistant", "system"):
        return LogItem(item, role="tool" if item.get("type") else None)
    if isinstance(content, str):
        return LogItem(item, role, ["content"])
    if isinstance(content, list) and len(content) == 1 and isinstance(content[0].get("text"), str):
        return LogItem(item, role, ["content", 0, "text"])
    return LogItem(item, role)
