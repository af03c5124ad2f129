"""Errors of the client."""

from __future__ import annotations

import json
from typing import Any, Literal

import httpx
from pydantic import Field, ValidationError

from .avatar_models import BatchJob, Job
from .model import Model

ServiceName = Literal["memory", "avatar"]


class FieldError(Model):
    """One invalid field. `path` is written as in a program, such as `filter.tags[0]`."""

    path: str
    message: str


class Problem(Model):
    """Problem details of a rejected call (RFC 9457)."""

    code: str
    title: str
    detail: str
    status: int = 0
    errors: list[FieldError] = Field(default_factory=list)
    request_id: str | None = None


class AnimaError(Exception):
    """A service rejected a call. A rejected call has changed nothing.

    `code` is stable and in snake_case. `status` is the HTTP status; 0 if the error arrived inside a stream.
    `retry_after` is the number of seconds after which the service accepts a retry.
    """

    def __init__(self, service: ServiceName, problem: Problem, retry_after: int | None = None) -> None:
        """Create the error of a problem."""
        super().__init__(f"{problem.detail} ({problem.code})")
        self.service = service
        self.code = problem.code
        self.status = problem.status
        self.title = problem.title
        self.detail = problem.detail
        self.errors = problem.errors
        self.request_id = problem.request_id
        self.retry_after = retry_after


class ServiceUnreachableError(Exception):
    """The service is not running, the address is wrong, or the connection was lost or too slow."""

    def __init__(self, service: ServiceName, url: str, cause: httpx.TransportError) -> None:
        """Create the error of a lost connection; `is_down` is true if no connection was made at all."""
        self.service = service
        self.url = url
        self.is_down = isinstance(cause, httpx.ConnectError)
        what = f"The {service} service at {url} did not respond, or the connection was lost"
        if self.is_down:
            what = f"The {service} service is not running at {url}"
        elif isinstance(cause, httpx.TimeoutException):
            what = f"The {service} service at {url} did not respond in time"
        super().__init__(f"{what}; start it with: npm run start:{service}")


class JobFailedError(Exception):
    """A job failed or was cancelled. `code` is stable; `job_cancelled` if the job was cancelled."""

    def __init__(self, job: Job | BatchJob) -> None:
        """Create the error of a job that has ended."""
        cancelled = job.status == "cancelled"
        self.job = job
        self.code = "job_cancelled" if cancelled else (job.error.code if job.error else "internal")
        message = job.error.message if job.error else "The job failed"
        super().__init__("The job was cancelled" if cancelled else message)


class LiveError(Exception):
    """A live session was rejected or ended with an error."""

    def __init__(self, code: str, detail: str) -> None:
        """Create the error of a session."""
        super().__init__(f"{detail} ({code})")
        self.code = code
        self.detail = detail


def error_of(service: ServiceName, response: httpx.Response) -> AnimaError:
    """Return the error of an unsuccessful response whose body has been read."""
    kind = response.headers.get("content-type", "no content type")
    try:
        problem = Problem.model_validate_json(response.content)
    except ValidationError:
        problem = unexpected(service, f"{response.url}", f"status {response.status_code} ({kind})")
    problem.status = response.status_code
    problem.request_id = problem.request_id or response.headers.get("x-request-id")
    return AnimaError(service, problem, retry_after_of(response))


def unexpected(service: ServiceName, url: str, received: str) -> Problem:
    """Return the problem of a response that the service did not send."""
    return Problem(
        code="unexpected_answer",
        title="Unexpected response",
        detail=f"Expected a response of the {service} service from {url}, received {received}",
    )


def json_of(service: ServiceName, response: httpx.Response) -> Any:
    """Return the JSON body of a successful response."""
    try:
        return json.loads(response.content)
    except ValueError as error:
        problem = unexpected(service, f"{response.url}", "a body that is not JSON")
        problem.status = response.status_code
        raise AnimaError(service, problem) from error


def retry_after_of(response: httpx.Response) -> int | None:
    """Return the seconds of `retry-after`, or None. Dates are ignored; the services never send them."""
    given: str = response.headers.get("retry-after", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None
