"""Speaks text from stdin while it arrives, and writes raw audio.

some-model | python live_speech.py | aplay -f S16_LE -r 24000
"""

import asyncio
import sys

from anima_client import AsyncAvatarClient, AsyncLiveSession, LiveAudio, LiveMessage


async def speak(live: AsyncLiveSession) -> None:
    """Send each line of stdin as it arrives."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        await live.text("1", line)
    await live.end("1")


async def main() -> None:
    """Send text and receive audio at the same time."""
    async with AsyncAvatarClient() as avatar, await avatar.live(motion={"shapes": "none"}) as live:
        speaking = asyncio.create_task(speak(live))
        async for event in live:
            if isinstance(event, LiveAudio):
                sys.stdout.buffer.write(event.samples)
            elif isinstance(event, LiveMessage) and event.type == "words":
                print(*(word["word"] for word in event.fields["words"]), file=sys.stderr)
            elif isinstance(event, LiveMessage) and event.type == "utterance.done":
                break
        await speaking


asyncio.run(main())
