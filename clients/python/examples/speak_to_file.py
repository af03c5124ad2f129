"""Writes speech to a file and prints the time of each word: python speak_to_file.py [TEXT] [PATH]."""

import sys

from anima_client import AvatarClient, speech_result

text, path = (sys.argv[1:] + ["Good morning.", "speech.mp3"][len(sys.argv) - 1 :])[:2]
with AvatarClient() as avatar:
    job = avatar.wait_for(avatar.generate_speech(text, format="mp3"))
    for word in speech_result(job).words:
        print(f"{word.start:.2f} s  {word.word}")
    print(avatar.download(job, path))
