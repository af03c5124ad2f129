"""Writes raw audio while it is spoken: python stream_speech.py "Good morning." | aplay -f S16_LE -r 24000."""

import sys

from anima_client import AvatarClient

with AvatarClient() as avatar, avatar.stream_speech(sys.argv[1], sample_rate=24000) as stream:
    for samples in stream.audio():
        sys.stdout.buffer.write(samples)
