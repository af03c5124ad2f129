"""A memory block of LlamaIndex that stores messages as memories and recalls them."""

from __future__ import annotations

from typing import Any

from anima_client import NOT_GIVEN, AsyncMemoryClient
from anima_client.log_items import Role
from anima_client.memory_models import MemoryFilter
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory.memory import BaseMemoryBlock
from pydantic import Field

__all__ = ["AnimaMemoryBlock"]

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "tool": "tool", "system": "system"}
_DEFAULT_SESSION = "llama-index"


class AnimaMemoryBlock(BaseMemoryBlock[str]):
    """Recalls memories for a message: `AnimaMemoryBlock(name="anima", client=AsyncMemoryClient())`."""

    client: AsyncMemoryClient = Field(exclude=True)
    project: str | None = None
    max_tokens: int = 800
    min_relevance: float = 0.25

    async def _aget(self, messages: list[ChatMessage] | None = None, **_kwargs: Any) -> str:
        query = next((each.content for each in reversed(messages or []) if each.role == "user"), None)
        if not query or not query.strip():
            return ""
        found = await self.client.recall(
            query[:2_000],
            max_tokens=self.max_tokens,
            min_relevance=self.min_relevance,
            filter=NOT_GIVEN if self.project is None else MemoryFilter(project_id=self.project),
        )
        return found.context_text or "" if found.memories else ""

    async def _aput(self, messages: list[ChatMessage]) -> None:
        for message in messages:
            role = _ROLES.get(message.role.value)
            if not message.content or not message.content.strip() or role is None:
                continue
            await self.client.remember(
                message.content,
                "context",
                importance=0.3,
                project=NOT_GIVEN if self.project is None else self.project,
                tags=["conversation"],
                conversation_id=str(message.additional_kwargs.get("session_id") or _DEFAULT_SESSION)[:128],
                speaker=role,
                role=role,
            )
