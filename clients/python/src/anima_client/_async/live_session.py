"""Live speech over a WebSocket."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Any

from typing_extensions import Self

from ..errors import LiveError
from ..live_events import LiveEvent, live_event_of

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

SUBPROTOCOL = "anima.live.1"
MAX_FRAME_BYTES = 16 * 1024 * 1024


class AsyncLiveSession:
    """A session that speaks text while it is written. Iterate over it to receive audio, words and motion."""

    def __init__(self, socket: ClientConnection, closing: AsyncExitStack) -> None:
        """Create a session of an open socket; `closing` closes it."""
        self._socket = socket
        self._closing = closing

    @classmethod
    async def open(cls, url: str, token: str | None, settings: dict[str, Any]) -> Self:
        """Open a session at the address of the service."""
        try:
            from websockets.asyncio.client import connect
            from websockets.exceptions import WebSocketException
            from websockets.typing import Subprotocol
        except ImportError as error:
            raise ImportError("Live sessions need websockets: pip install 'anima-client[live]'") from error
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        closing = AsyncExitStack()
        try:
            connecting = connect(
                f"ws{url.removeprefix('http')}/live",
                additional_headers=headers,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                max_size=MAX_FRAME_BYTES,
                proxy=None,
            )
            socket = await closing.enter_async_context(connecting)
        except (OSError, WebSocketException) as error:
            raise LiveError("live_rejected", f"No live session at {url}: {error}") from error
        session = cls(socket, closing)
        if settings:
            await session.update(**settings)
        return session

    async def __aenter__(self) -> Self:
        """Return the session."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the session."""
        await self.aclose()

    async def aclose(self) -> None:
        """Close the session; pending speech is dropped."""
        await self._closing.aclose()

    async def update(self, **settings: Any) -> None:
        """Change settings of the session before or between utterances."""
        await self._send({"type": "session.update", **settings})

    async def text(self, utterance: str, text: str) -> None:
        """Append text to an utterance; it is spoken clause by clause."""
        await self._send({"type": "text", "utterance": utterance, "text": text})

    async def flush(self, utterance: str) -> None:
        """Speak the text received so far, without waiting for the end of the clause."""
        await self._send({"type": "flush", "utterance": utterance})

    async def end(self, utterance: str) -> None:
        """State that no more text of the utterance follows."""
        await self._send({"type": "end", "utterance": utterance})

    async def interrupt(self, played: float | None = None) -> None:
        """Stop all utterances; `played` is the number of seconds that were heard of the current one."""
        heard = {} if played is None else {"played": played}
        await self._send({"type": "interrupt", **heard})

    async def _send(self, message: dict[str, Any]) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self._socket.send(json.dumps(message))
        except ConnectionClosed as error:
            raise _closed(error) from error

    async def __aiter__(self) -> AsyncIterator[LiveEvent]:
        """Yield the events of the session until it is closed."""
        from websockets.exceptions import ConnectionClosedError

        try:
            async for frame in self._socket:
                yield live_event_of(frame)
        except ConnectionClosedError as error:
            raise _closed(error) from error


def _closed(error: Exception) -> LiveError:
    return LiveError("connection_closed", f"The live session has ended: {error}")
