"""A chat history of LangChain whose messages are memories."""

from __future__ import annotations

from collections.abc import Sequence

from anima_client import ConversationLog, LogItem, MemoryClient
from anima_client.log_items import Role
from langchain_core.chat_history import BaseChatMessageHistory
from langchain_core.messages import BaseMessage, message_to_dict, messages_from_dict

__all__ = ["AnimaChatMessageHistory"]

_ROLES: dict[str, Role] = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool"}


class AnimaChatMessageHistory(BaseChatMessageHistory):
    """History of one session: `AnimaChatMessageHistory("user-1", MemoryClient(), project="shop")`."""

    def __init__(self, session_id: str, client: MemoryClient, *, project: str | None = None) -> None:
        """Open a session, which need not exist."""
        self._log = ConversationLog(client, session_id, project=project)

    @property
    def messages(self) -> list[BaseMessage]:  # type: ignore[override]
        """All messages, oldest first."""
        return messages_from_dict(self._log.read())

    def add_messages(self, messages: Sequence[BaseMessage]) -> None:
        """Add messages at the end."""
        self._log.add([_log_item(message) for message in messages])

    def clear(self) -> None:
        """Archive all messages."""
        self._log.clear()


def _log_item(message: BaseMessage) -> LogItem:
    has_text = isinstance(message.content, str)
    path = ["data", "content"] if has_text else None
    return LogItem(message_to_dict(message), _ROLES.get(message.type), path)
