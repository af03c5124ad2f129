"""Parts of requests that do not wait for a network."""

from __future__ import annotations

import os
import random
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import httpx

from .errors import retry_after_of
from .options import NOT_GIVEN, CallOptions

FIRST_DELAY_SECONDS = 0.1
LONGEST_RETRY_AFTER_SECONDS = 30
WAITS_FOR_FIRST = 120
"""How often a call waits for an earlier call with the same Idempotency-Key that still runs."""


def address_of(given: str) -> str:
    """Return the address of a service without a slash at its end."""
    if not given.startswith(("http://", "https://")):
        raise ValueError(f'Expected an address like http://127.0.0.1:9090 for url, received "{given}"')
    return given.rstrip("/")


def token_of(given: str | None, variable: str) -> str | None:
    """Return the token of the argument, or of the environment. An empty token is none."""
    token = os.environ.get(variable) if given is None else given
    if not token:
        return None
    if not all("!" <= character <= "~" for character in token):
        raise ValueError("Expected a token of printable ASCII characters without blanks, received others")
    return token


def given_only(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that were given."""
    return {name: value for name, value in values.items() if value is not NOT_GIVEN}


def path_of(template: str, values: Mapping[str, str]) -> str:
    """Return a path whose parameters are encoded, so that no value can change its segments."""
    return template.format(**{name: quote(value, safe="") for name, value in values.items()})


def query_of(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the parameters that were given as texts; a list becomes its values with commas."""
    return {name: _text_of(value) for name, value in given_only(values).items()}


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def headers_of(
    token: str | None, agent_id: str | None, takes_key: bool, options: CallOptions
) -> dict[str, str]:
    """Return the headers of a call."""
    agent = options.get("agent_id", agent_id)
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    if agent is not None:
        headers["x-agent-id"] = agent
    if takes_key:
        headers["idempotency-key"] = options.get("idempotency_key", str(uuid.uuid4()))
    return headers


class Retries:
    """Decides whether a call is sent again, and after which delay in seconds."""

    def __init__(self, count: int, repeatable: bool) -> None:
        """Allow this number of retries if the call may be repeated."""
        self._left = count if repeatable else 0
        self._waits = WAITS_FOR_FIRST
        self._delay = FIRST_DELAY_SECONDS

    def after_error(self, error: httpx.TransportError) -> float | None:
        """Return the delay after a lost connection; None if the error is final."""
        if self._left == 0 or isinstance(error, httpx.ConnectError | httpx.TimeoutException):
            return None
        self._left -= 1
        delay, self._delay = self._delay, self._delay * 2
        return jittered(delay)

    def after_response(self, response: httpx.Response) -> float | None:
        """Return the delay that the service states; None if the response is final."""
        seconds = retry_after_of(response)
        if self._left == 0 or seconds is None or seconds > LONGEST_RETRY_AFTER_SECONDS:
            return None
        if response.status_code == 409 and self._waits > 0:
            self._waits -= 1
        elif response.status_code in (429, 503):
            self._left -= 1
        else:
            return None
        return seconds + jittered(FIRST_DELAY_SECONDS)


def jittered(delay: float) -> float:
    """Return a delay between half and all of it, so that many clients do not retry at the same time."""
    return delay * (0.5 + random.random() / 2)


def timeout_of(default: float, options: CallOptions) -> httpx.Timeout:
    """Return the limits of a call; a connection is made within five seconds."""
    seconds = options.get("timeout", default)
    return httpx.Timeout(seconds, connect=min(seconds, 5.0))
