"""Retries and streams that continue, against responses of a test."""

from collections.abc import Callable
from importlib import resources

import httpx
import pytest

from anima_client import AnimaError, MemoryClient, ServiceUnreachableError
from anima_client.server_sent_events import ServerSentEventReader

BUSY = {"code": "unavailable", "title": "Unavailable", "detail": "Try again", "status": 503}


def client_of(handler: Callable[[httpx.Request], httpx.Response]) -> MemoryClient:
    """Return a client whose requests a function answers."""
    return MemoryClient(http_client=httpx.Client(transport=httpx.MockTransport(handler)))


def test_repeats_a_read_after_a_lost_connection_and_503() -> None:
    """A read is sent again until it succeeds."""
    outcomes: list[Exception | httpx.Response] = [
        httpx.ReadError("lost"),
        httpx.Response(503, json=BUSY, headers={"retry-after": "0"}),
        httpx.Response(200, json={"vectors": []}),
    ]

    def handler(request: httpx.Request) -> httpx.Response:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    assert client_of(handler).get_open_api() is not None
    assert outcomes == []


def test_repeats_a_create_with_the_same_key_only() -> None:
    """All attempts of a create have one key; other writes are sent once."""
    keys: list[str | None] = []

    def handler(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers.get("idempotency-key"))
        raise httpx.ReadError("lost")

    client = client_of(handler)
    with pytest.raises(ServiceUnreachableError):
        client.remember("Stored once", "fact")
    assert len(keys) == 4
    assert len(set(keys)) == 1
    keys.clear()
    with pytest.raises(ServiceUnreachableError):
        client.forget("00000000-0000-4000-8000-000000000000")
    assert keys == [None]


def test_events_continue_with_the_last_id() -> None:
    """After a lost connection the next request names the last event."""
    positions: list[str | None] = []

    def handler(request: httpx.Request) -> httpx.Response:
        positions.append(request.url.params.get("last_event_id"))
        number = len(positions)
        body = (
            f'retry: 1\n\nid: {number}\nevent: memory.created\ndata: {{"data": {{"number": {number}}}}}\n\n'
        )
        return httpx.Response(200, text=body, headers={"content-type": "text/event-stream"})

    events = client_of(handler).events()
    assert [next(events).id for _ in range(3)] == [1, 2, 3]
    assert positions == [None, "1", "2"]


def test_a_foreign_response_is_an_error() -> None:
    """A response that is not the service's names what was received."""
    with pytest.raises(AnimaError) as raised:
        client_of(lambda request: httpx.Response(502, text="<html>")).status()
    assert (raised.value.code, raised.value.status) == ("unexpected_answer", 502)
    with pytest.raises(AnimaError) as raised:
        client_of(lambda request: httpx.Response(200, text="<html>")).status()
    assert raised.value.code == "unexpected_answer"


def test_a_path_parameter_cannot_leave_its_segment() -> None:
    """Slashes of a value are encoded."""
    paths: list[bytes] = []

    def handler(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.raw_path)
        return httpx.Response(404, json={**BUSY, "code": "not_found"})

    with pytest.raises(AnimaError):
        client_of(handler).memory_history("../a?b")
    assert paths == [b"/api/v1/memories/..%2Fa%3Fb/history"]


def test_reads_events_in_any_pieces() -> None:
    """Events are the same however the bytes are split."""
    text = ": comment\r\nid: 7\r\nevent: a\r\ndata: one\u2028\r\ndata: two\r\n\r\nretry: 5\n\n".encode()
    for size in (1, 2, 3, 7, len(text)):
        reader = ServerSentEventReader()
        pieces = [text[i : i + size] for i in range(0, len(text), size)]
        first, second = [event for piece in pieces for event in reader.feed(piece)]
        assert (first.id, first.event, first.data) == ("7", "a", "one\u2028\ntwo")
        assert second.retry_ms == 5


def test_rejects_a_bad_address_and_token() -> None:
    """An invalid argument is reported before a request, and the token is not shown."""
    with pytest.raises(ValueError, match="Expected an address"):
        MemoryClient("127.0.0.1:9090")
    with pytest.raises(ValueError, match="printable ASCII") as raised:
        MemoryClient(token="secret value")
    assert "secret" not in str(raised.value)


def test_the_installed_package_has_types() -> None:
    """Type checkers find the marker in the installed package."""
    assert (resources.files("anima_client") / "py.typed").is_file()
