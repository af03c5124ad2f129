"""Results of jobs by kind; the OpenAPI document does not describe them."""

from __future__ import annotations

from .avatar_models import BatchJob, Job
from .model import Model


class SpokenWord(Model):
    """A word with its start and end in seconds of the file, and its position in UTF-16 units of the text."""

    word: str
    start: float
    end: float
    char_start: int
    char_end: int


class SubtitlePaths(Model):
    """Paths on the machine of the service."""

    srt_path: str
    vtt_path: str


class SpeechResult(Model):
    """Result of a speech job."""

    duration_seconds: float
    sample_rate: int
    format: str
    voice: str
    words: list[SpokenWord]
    subtitles: SubtitlePaths


class ClipResult(Model):
    """Result of a clip. `notes` lists deviations from the request."""

    duration: float
    fps: float
    frames: int
    width: int
    height: int
    engine: str
    words: list[SpokenWord]
    subtitles: SubtitlePaths | None
    notes: list[str]


def speech_result(job: Job | BatchJob) -> SpeechResult:
    """Return the result of a speech job that has succeeded."""
    return SpeechResult.model_validate(job.result)


def clip_result(job: Job | BatchJob) -> ClipResult:
    """Return the result of a clip that has succeeded."""
    return ClipResult.model_validate(job.result)
