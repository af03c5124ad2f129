"""Requests to one service."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import httpx
from typing_extensions import Self

from ..errors import AnimaError, ServiceName, ServiceUnreachableError, error_of, json_of, unexpected
from ..model import Model
from ..options import NOT_GIVEN, CallOptions, FilePath, NotGiven
from ..requests import Retries, address_of, given_only, headers_of, path_of, query_of, timeout_of
from .streams import AsyncByteStream, AsyncEventStream

SomeModel = TypeVar("SomeModel", bound=Model)


class AsyncConnection:
    """Sends requests to a service, repeats them where that is safe, and raises typed errors."""

    def __init__(
        self,
        service: ServiceName,
        *,
        url: str,
        token: str | None,
        agent_id: str | None,
        timeout: float,
        retries: int,
        http_client: httpx.AsyncClient | None,
    ) -> None:
        """Create a connection; `http_client` stays open when the connection is closed."""
        self.service: ServiceName = service
        self.url = address_of(url)
        self.timeout = timeout
        self._token = token
        self._agent_id = agent_id
        self._retries = retries
        self._owns_http = http_client is None
        # Proxies and credentials of the environment are not for a service on this machine.
        self._http = http_client or httpx.AsyncClient(trust_env=False)

    async def __aenter__(self) -> Self:
        """Return the client."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close all connections."""
        await self.aclose()

    async def aclose(self) -> None:
        """Close all connections."""
        if self._owns_http:
            await self._http.aclose()

    async def call_model(self, model: type[SomeModel], method: str, template: str, **parts: Any) -> SomeModel:
        """Call an operation and return its response as a model."""
        response = await self._call(method, template, **parts)
        value = json_of(self.service, response)
        return model.model_validate(value)

    async def call_json(self, method: str, template: str, **parts: Any) -> Any:
        """Call an operation and return its JSON."""
        return json_of(self.service, await self._call(method, template, **parts))

    async def call_empty(self, method: str, template: str, **parts: Any) -> None:
        """Call an operation whose response has no body."""
        await self._call(method, template, **parts)

    async def call_bytes(self, method: str, template: str, **parts: Any) -> AsyncByteStream:
        """Call an operation and return the unread bytes of its response."""
        response = await self.send(method, template, **parts)
        return AsyncByteStream(self.service, self.url, response)

    async def call_events(self, method: str, template: str, **parts: Any) -> AsyncEventStream:
        """Call an operation and return the unread events of its response."""
        response = await self.send(method, template, **parts)
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            await response.aclose()
            raise AnimaError(self.service, unexpected(self.service, self.url, "no stream of events"))
        return AsyncEventStream(self.service, self.url, response)

    async def _call(self, method: str, template: str, **parts: Any) -> httpx.Response:
        return await self.send(method, template, read=True, **parts)

    async def send(
        self,
        method: str,
        template: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        file: FilePath | NotGiven = NOT_GIVEN,
        takes_key: bool = False,
        repeatable: bool = False,
        read: bool = False,
        options: CallOptions | None = None,
        timeout: httpx.Timeout | None = None,
    ) -> httpx.Response:
        """Send a request and return its successful response; with `read`, its body has been read."""
        options = options or {}
        fields = None if body is None else given_only(body)
        with ExitStack() as files:
            upload: dict[str, Any] = {"json": fields}
            if file is not NOT_GIVEN:
                opened = files.enter_context(Path(file).open("rb"))
                upload = {"data": fields, "files": {"file": (Path(file).name, opened)}}
            request = self._http.build_request(
                method,
                self.url + path_of(template, path or {}),
                params=query_of(query or {}),
                headers=headers_of(self._token, self._agent_id, takes_key, options),
                timeout=timeout or timeout_of(self.timeout, options),
                **upload,
            )
            return await self._send(request, Retries(self._retries, repeatable), read)

    async def _send(self, request: httpx.Request, retries: Retries, read: bool) -> httpx.Response:
        while True:
            try:
                response = await self._http.send(request, stream=True, follow_redirects=False)
                if read or not response.is_success:
                    try:
                        await response.aread()
                    finally:
                        await response.aclose()
            except httpx.TransportError as error:
                delay = retries.after_error(error)
                if delay is None:
                    raise ServiceUnreachableError(self.service, self.url, error) from error
            else:
                if response.is_success:
                    return response
                delay = retries.after_response(response)
                if delay is None:
                    raise error_of(self.service, response)
            await asyncio.sleep(delay)
