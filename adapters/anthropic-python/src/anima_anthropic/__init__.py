"""Anthropic's memory tool with memories of Anima, for the official SDK."""

from __future__ import annotations

from typing import Any

from anima_client import NOT_GIVEN, AsyncMemoryClient, MemoryClient
from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import BetaCacheControlEphemeralParam

__all__ = ["AnimaMemoryTool", "AsyncAnimaMemoryTool"]


class AnimaMemoryTool(BetaAbstractMemoryTool):
    """`client.beta.messages.tool_runner(tools=[AnimaMemoryTool(MemoryClient(), project="shop")], ...)`."""

    def __init__(
        self,
        client: MemoryClient,
        *,
        project: str | None = None,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        """Create the tool; its files are memories of the project."""
        super().__init__(cache_control=cache_control)
        self._client = client
        self._project = project

    def execute(self, command: Any) -> str:
        """Run a command; the service words its result."""
        result = self._client.memory_tool(**_arguments(command, self._project))
        return _text_of(result.content, result.is_error)

    view = create = str_replace = insert = delete = rename = execute


class AsyncAnimaMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same tool for `AsyncAnthropic`."""

    def __init__(
        self,
        client: AsyncMemoryClient,
        *,
        project: str | None = None,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        """Create the tool; its files are memories of the project."""
        super().__init__(cache_control=cache_control)
        self._client = client
        self._project = project

    async def execute(self, command: Any) -> str:
        """Run a command; the service words its result."""
        result = await self._client.memory_tool(**_arguments(command, self._project))
        return _text_of(result.content, result.is_error)

    view = create = str_replace = insert = delete = rename = execute


def _arguments(command: Any, project: str | None) -> dict[str, Any]:
    given = command if isinstance(command, dict) else command.model_dump(exclude_none=True)
    return {**given, "project": NOT_GIVEN if project is None else project}


def _text_of(content: str, is_error: bool) -> str:
    if is_error:
        raise ToolError(content)
    return content
