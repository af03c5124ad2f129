"""Calls of the avatar service."""

import asyncio
from pathlib import Path

import pytest

from anima_client import (
    AnimaError,
    AsyncAvatarClient,
    AvatarClient,
    JobFailedError,
    LiveAudio,
    LiveError,
    LiveMessage,
    LiveMotion,
    speech_result,
)
from anima_client.avatar_models import BatchJob, Job


def test_speech_has_the_time_of_each_word(avatar: AvatarClient, tmp_path: Path) -> None:
    """A speech job returns words and a file."""
    progress: list[float] = []

    def note(job: Job | BatchJob) -> None:
        progress.append(job.progress)

    job = avatar.wait_for(avatar.generate_speech("Good morning.", format="wav"), on_progress=note)
    assert [word.word for word in speech_result(job).words] == ["Good", "morning"]
    assert progress[-1] == 1
    path = avatar.download(job, tmp_path / "speech.wav")
    assert path.read_bytes()[:4] == b"RIFF"
    assert list(tmp_path.iterdir()) == [path]
    assert next(event for event in avatar.events(types=["job.succeeded"], last_event_id=0)).data["job_id"]


def test_a_cancelled_job_raises(avatar: AvatarClient) -> None:
    """Waiting for a cancelled job raises JobFailedError."""
    accepted = avatar.generate_speech("A long text. " * 500)
    avatar.cancel_job(accepted)
    with pytest.raises(JobFailedError) as raised:
        avatar.wait_for(accepted)
    assert raised.value.code == "job_cancelled"


def test_streams_speech(avatar: AvatarClient) -> None:
    """Streams have words and audio; the OpenAI protocol has the bytes of a file."""
    with avatar.stream_speech("Good morning.") as stream:
        kinds = {block.event for block in stream.events()}
    assert {"session", "words", "audio", "done"} <= kinds
    with avatar.stream_speech("Good morning.") as stream:
        assert sum(map(len, stream.audio())) > 24_000
    with avatar.create_speech("tts-1", "Hello.", "alloy", response_format="wav") as file:
        assert next(iter(file))[:4] == b"RIFF"


def test_rejects_an_unknown_voice(avatar: AvatarClient) -> None:
    """A stream that is rejected raises the same error as a call."""
    with pytest.raises(AnimaError) as raised:
        avatar.stream_speech("Hello.", voice="nobody-has-this-voice")
    assert raised.value.code == "voice_not_found"


def test_adds_and_removes_a_face(avatar: AvatarClient, tmp_path: Path) -> None:
    """A file is uploaded, and a call without a body returns None."""
    picture = avatar.get_face_thumbnail("ada").save(tmp_path / "ada.jpg")
    assert avatar.add_face("python-face", file=picture).width == 480
    assert any(face.name == "python-face" for face in avatar.get_catalog().faces)
    avatar.delete_face("python-face")


def test_live_speech(avatar: AvatarClient) -> None:
    """Text goes in piece by piece; words, motion and audio come out."""
    samples, words, motions = 0, [], 0
    with avatar.live(motion={"shapes": "visemes"}) as live:
        live.text("1", "Good ")
        live.text("1", "morning.")
        live.end("1")
        for event in live:
            if isinstance(event, LiveAudio):
                samples += len(event.samples) // 2
            elif isinstance(event, LiveMotion):
                motions += 1
            elif event.type == "words":
                words += [word["word"] for word in event.fields["words"]]
            elif event.type == "utterance.done":
                break
    assert (words, motions > 0, samples > 12_000) == (["Good", "morning"], True, True)


def test_interrupts_live_speech() -> None:
    """An interruption returns the text that was heard."""

    async def run() -> None:
        async with AsyncAvatarClient() as avatar, await avatar.live(motion={"shapes": "none"}) as live:
            await live.text("1", "This sentence is interrupted. " * 20)
            async for event in live:
                if isinstance(event, LiveAudio):
                    await live.interrupt(played=0.0)
                    break
            async for event in live:
                if isinstance(event, LiveMessage) and event.type == "interrupted":
                    assert event.fields["heard_text"] == ""
                    break

    asyncio.run(run())


def test_uploads_asynchronously(avatar: AvatarClient, tmp_path: Path) -> None:
    """The asynchronous client uploads and downloads as well."""
    picture = avatar.get_face_thumbnail("ada").save(tmp_path / "ada.jpg")

    async def run() -> None:
        async with AsyncAvatarClient() as client:
            await client.add_face("async-face", file=picture)
            model = await (await client.get_face_thumbnail("async-face")).read()
            assert model[:2] == b"\xff\xd8"
            await client.delete_face("async-face")
            job = await client.wait_for(await client.generate_speech("Hello.", format="wav"))
            assert (await client.download(job, tmp_path / "async.wav")).stat().st_size > 10_000
            async with await client.stream_speech("Hello.") as stream:
                assert sum([len(piece) async for piece in stream.audio()]) > 10_000

    asyncio.run(run())


def test_live_speech_without_a_token_is_rejected() -> None:
    """A rejected socket raises LiveError."""
    with AvatarClient(token="wrong") as stranger, pytest.raises(LiveError):
        stranger.live()
