"""Client of the avatar service."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import httpx

from ..avatar_models import AcceptedJob, BatchJob, Job
from ..errors import JobFailedError
from ..events import Event
from ..options import FilePath
from ..requests import token_of
from .avatar_calls import AsyncAvatarCalls
from .follow_events import follow_events
from .live_session import AsyncLiveSession

FIRST_POLL_SECONDS, LAST_POLL_SECONDS = 0.05, 1.0


class AsyncAvatarClient(AsyncAvatarCalls):
    """Client of the avatar service. Its methods raise AnimaError or ServiceUnreachableError."""

    def __init__(
        self,
        url: str | None = None,
        *,
        token: str | None = None,
        agent_id: str | None = None,
        timeout: float = 120.0,
        retries: int = 3,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Create a client.

        Args:
            url: Address of the service; default AVATAR_URL, then http://127.0.0.1:8765.
            token: Access token or ticket; default AVATAR_SERVICE_TOKEN.
            agent_id: The calling agent.
            timeout: Seconds that the service may be silent during a call.
            retries: How often a call that may be repeated is sent again.
            http_client: Replaces the HTTP client; the caller closes it.
        """
        super().__init__(
            "avatar",
            url=url or os.environ.get("AVATAR_URL") or "http://127.0.0.1:8765",
            token=token_of(token, "AVATAR_SERVICE_TOKEN"),
            agent_id=agent_id,
            timeout=timeout,
            retries=retries,
            http_client=http_client,
        )

    def events(
        self, *, types: Sequence[str] | None = None, last_event_id: int | None = None
    ) -> AsyncIterator[Event]:
        """Follow the events of the service; after a lost connection it continues with the next event.

        Args:
            types: Only these, such as `["job.*"]`; default all.
            last_event_id: Id of the last known event; default: only new events.
        """
        return follow_events(self, "/events", types, last_event_id)

    async def get_job(self, job: AcceptedJob | Job | BatchJob) -> Job | BatchJob:
        """Return the current state of a job of any kind."""
        match job.kind:
            case "tts":
                return await self.get_speech_job(job.job_id)
            case "lipsync":
                return await self.get_lipsync_job(job.job_id)
            case "lipsync_batch":
                return await self.get_lipsync_batch_job(job.job_id)
            case "enhance":
                return await self.get_enhance_job(job.job_id)

    async def cancel_job(self, job: AcceptedJob | Job | BatchJob) -> Job | BatchJob:
        """Cancel a job of any kind."""
        match job.kind:
            case "tts":
                return await self.cancel_speech_job(job.job_id)
            case "lipsync":
                return await self.cancel_lipsync_job(job.job_id)
            case "lipsync_batch":
                return await self.cancel_lipsync_batch_job(job.job_id)
            case "enhance":
                return await self.cancel_enhance_job(job.job_id)

    async def wait_for(
        self,
        job: AcceptedJob | Job | BatchJob,
        *,
        on_progress: Callable[[Job | BatchJob], None] | None = None,
        timeout: float | None = None,
    ) -> Job | BatchJob:
        """Return the job when it has succeeded.

        Args:
            job: The job, as a call returned it.
            on_progress: Called after each change of status, stage, progress or place in the queue.
            timeout: Seconds after which TimeoutError is raised; the job continues.

        Raises:
            JobFailedError: The job failed or was cancelled.
        """
        ends_at = None if timeout is None else time.monotonic() + timeout
        delay = FIRST_POLL_SECONDS
        reported: tuple[Any, ...] | None = None
        while True:
            current = await self.get_job(job)
            state = (current.status, current.stage, current.progress, current.queue_position)
            if state != reported and on_progress is not None:
                on_progress(current)
            reported = state
            if current.status == "succeeded":
                return current
            if current.status in ("failed", "cancelled"):
                raise JobFailedError(current)
            if ends_at is not None and time.monotonic() + delay > ends_at:
                raise TimeoutError(f"The job is {current.status} after {timeout} s: {job.job_id}")
            await asyncio.sleep(delay)
            delay = min(delay * 1.5, LAST_POLL_SECONDS)

    async def download(self, job: AcceptedJob | Job | BatchJob, path: FilePath) -> Path:
        """Write the file that a job made to a path, completely or not at all."""
        if job.kind == "tts":
            stream = await self.get_audio(job_id=job.job_id)
        else:
            stream = await self.get_video(job_id=job.job_id)
        return await stream.save(path)

    async def live(self, **settings: Any) -> AsyncLiveSession:
        """Open a live session, which needs `pip install anima-client[live]`.

        The settings are those of `session.update`, such as `voice`, `speed`, `face`, `audio` and `motion`.
        """
        return await AsyncLiveSession.open(self.url, self._token, settings)
