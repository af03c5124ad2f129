"""Unread bodies of responses."""

from __future__ import annotations

import base64
import os
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from types import TracebackType

import httpx
from typing_extensions import Self

from ..errors import AnimaError, Problem, ServiceName, ServiceUnreachableError
from ..options import FilePath
from ..server_sent_events import ServerSentEvent, ServerSentEventReader


class AsyncByteStream:
    """Bytes of a response that arrive while they are read. Leaving a `with` block ends the response."""

    def __init__(self, service: ServiceName, url: str, response: httpx.Response) -> None:
        """Create a stream of an open response."""
        self.service: ServiceName = service
        self.url = url
        self.response = response

    async def __aenter__(self) -> Self:
        """Return the stream."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the response."""
        await self.aclose()

    async def aclose(self) -> None:
        """End the response; the service stops its work for it."""
        await self.response.aclose()

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        """Yield the bytes as they arrive."""
        try:
            async for piece in self.response.aiter_bytes():
                yield piece
        except httpx.TransportError as error:
            raise ServiceUnreachableError(self.service, self.url, error) from error
        finally:
            await self.aclose()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the bytes as they arrive."""
        async for piece in self.iter_bytes():
            yield piece

    async def read(self) -> bytes:
        """Return all bytes."""
        return b"".join([piece async for piece in self.iter_bytes()])

    async def save(self, path: FilePath) -> Path:
        """Write all bytes to a temporary file next to `path`, and rename it when it is complete."""
        temporary = Path(f"{os.fspath(path)}.{uuid.uuid4()}.part")
        try:
            with temporary.open("wb") as file:
                async for piece in self.iter_bytes():
                    file.write(piece)
            return temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


class AsyncEventStream(AsyncByteStream):
    """Server-sent events of a response."""

    async def events(self) -> AsyncIterator[ServerSentEvent]:
        """Yield the blocks of the stream as they arrive; an event `error` raises AnimaError."""
        reader = ServerSentEventReader()
        async for piece in self.iter_bytes():
            for block in reader.feed(piece):
                if block.event == "error":
                    raise AnimaError(self.service, Problem.model_validate(block.json()))
                yield block

    async def audio(self) -> AsyncIterator[bytes]:
        """Yield the samples of streamed speech: signed 16-bit little-endian mono."""
        async for block in self.events():
            if block.event == "audio":
                yield base64.b64decode(block.json()["data"])
