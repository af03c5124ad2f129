"""Speaks sentences with voices of flite into files that spoken-corpus.ts reads, with phoneme times.

The voices are made from recordings of people.

    python3 speak-with-flite.py SENTENCES.json OUT VOICES TAKES

Writes OUT.pcm and OUT.json. VOICES are the comma-separated names of flite. awb, rms and slt are made from the
recordings of CMU Arctic, which are free for any use. TAKES is the number of random takes of three sentences each,
with random pace and pitch. Requires Debian's flite and numpy. flite is only a tool here and is not shipped.
"""

import json
import random
import subprocess
import sys
import tempfile
import wave
from functools import partial

import numpy as np
from spoken_takes import PAUSES, split_sound, take_of, write_takes

# Mean pitch of each voice, in hertz.
PITCHES = {"awb": 135, "rms": 100, "slt": 170, "kal16": 105}
# Maps flite's sounds (ARPAbet) to the names of phones.ts.
SOUNDS = {
    "aa": "ɑ", "ae": "æ", "ah": "ʌ", "ao": "ɔ", "aw": "W", "ax": "ə", "ay": "I", "b": "b", "ch": "ʧ", "d": "d", "dh": "ð", "eh": "ɛ",
    "er": "ɜɹ", "ey": "A", "f": "f", "g": "ɡ", "hh": "h", "ih": "ɪ", "iy": "i", "jh": "ʤ", "k": "k", "l": "l", "m": "m", "n": "n",
    "ng": "ŋ", "ow": "O", "oy": "Y", "p": "p", "r": "ɹ", "s": "s", "sh": "ʃ", "t": "t", "th": "θ", "uh": "ʊ", "uw": "u", "v": "v",
    "w": "w", "y": "j", "z": "z", "zh": "ʒ",
}  # fmt: skip


def say(sentence, voice, stretch, pitch, path):
    """Returns the samples, their rate, and a list of (sound, start, end) in seconds."""
    settings = ["--setf", f"duration_stretch={stretch:.2f}", "--setf", f"int_f0_target_mean={pitch:.0f}"]
    command = ["flite", "-voice", voice, *settings, "-psdur", "-t", sentence, "-o", path]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    with wave.open(path) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    sounds, start = [], 0
    for segment in told.split():
        phone, end = segment.split(":")
        end = float(end)
        sounds += split_sound(SOUNDS.get(phone, ""), start, end)
        start = end
    return samples, rate, sounds


def speak(path, out, voices, count):
    with open(path) as file:
        sentences = json.load(file)
    chance = random.Random(1)
    takes = []
    with tempfile.NamedTemporaryFile(suffix=".wav") as spoken:
        for i in range(count):
            voice = voices[i % len(voices)]
            stretch, pitch = chance.uniform(0.8, 1.25), PITCHES[voice] * chance.uniform(0.85, 1.2)
            drawn = chance.choices(sentences, k=3), chance.choices(PAUSES, k=3)
            takes.append(take_of("flite", *drawn, partial(say, voice=voice, stretch=stretch, pitch=pitch, path=spoken.name)))
    write_takes(out, takes)


speak(sys.argv[1], sys.argv[2], sys.argv[3].split(","), int(sys.argv[4]))
