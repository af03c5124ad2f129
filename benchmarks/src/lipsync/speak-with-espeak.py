"""Speaks sentences with random voices of espeak-ng into files that spoken-corpus.ts reads, with phoneme times.

    python3 speak-with-espeak.py SENTENCES.json OUT LANGUAGES [TAKES]

Writes OUT.pcm and OUT.json. LANGUAGES are the comma-separated names of espeak (en-us,en-gb). TAKES is the number
of random takes of three sentences each. Without TAKES, the default voice of the first language speaks the sentences
in order. Requires Debian's espeak-ng (or libespeak-ng1) and numpy. espeak-ng is only a tool here and is not shipped.
"""

import ctypes
import json
import random
import sys

import numpy as np
from spoken_takes import PAUSES, split_sound, take_of, write_takes

VARIANTS = [f"+m{i}" for i in range(1, 8)] + [f"+f{i}" for i in range(1, 6)] + ["+klatt", "+klatt2", "+klatt3", "+klatt4"]
VARIANTS += ["", "+steph", "+Andy", "+Annie", "+Denis", "+Alicia", "+Diogo", "+Gene", "+Lee", "+Mario", "+Michael", "+Quincy"]
# Maps espeak's sounds to the names of phones.ts.
SOUNDS = {
    "aɪ": "I", "aʊ": "W", "eɪ": "A", "oʊ": "O", "əʊ": "O", "ɔɪ": "Y", "eː": "e", "iː": "i", "oː": "o", "uː": "u", "øː": "u", "œ": "ʊ",
    "y": "u", "yː": "u", "aː": "a", "ɑː": "ɑ", "ɛː": "ɛ", "ɔː": "ɔ", "ɜː": "ɜ", "r": "ɹ", "ɾ": "T", "ç": "x", "ɣ": "x", "ʝ": "j", "ɲ": "n",
    "tʃ": "ʧ", "dʒ": "ʤ", "β": "w", "ts": "ts", "pf": "pf", "oːɹ": "oɹ", "ɑːɹ": "ɑɹ", "ɔːɹ": "ɔɹ", "ɛɹ": "ɛɹ", "ɪɹ": "ɪɹ",
}  # fmt: skip
RETRIEVAL, PHONEME_EVENTS_IN_IPA, UTF8 = 2, 3, 1
LIST_ENDS, PHONEME = 0, 7
RATE, PITCH = 1, 3


class Id(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class Event(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("type", "of", "text_position", "length", "audio_ms", "sample")]
    _fields_ += [("user_data", ctypes.c_void_p), ("id", Id)]


espeak = ctypes.CDLL("libespeak-ng.so.1")
sample_rate = espeak.espeak_Initialize(RETRIEVAL, 0, None, PHONEME_EVENTS_IN_IPA)
heard, begun = [], []


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))
def receive(samples, count, events):
    if samples and count > 0:
        heard.append(np.ctypeslib.as_array(samples, (count,)).copy())
    i = 0
    while events[i].type != LIST_ENDS:
        if events[i].type == PHONEME:
            sound = bytes(events[i].id.string).split(b"\0")[0].decode("utf8", "ignore")
            begun.append((events[i].audio_ms / 1000, sound))
        i += 1
    return 0


espeak.espeak_SetSynthCallback(receive)


def say(sentence):
    """Returns the samples, their rate, and a list of (sound, start, end) in seconds."""
    heard.clear()
    begun.clear()
    text = sentence.encode() + b"\0"
    espeak.espeak_Synth(text, len(text), 0, 0, 0, UTF8, None, None)
    espeak.espeak_Synchronize()
    samples = np.concatenate(heard)
    sounds = []
    for (start, sound), (end, _) in zip(begun, [*begun[1:], (len(samples) / sample_rate, "")]):
        if not sound.strip("_ :,;|"):
            continue
        parts = SOUNDS[sound] if sound in SOUNDS else [sound]
        sounds += split_sound(parts, start, end)
    return samples, sample_rate, sounds


def speak(path, out, languages, count):
    with open(path) as file:
        sentences = json.load(file)
    chance = random.Random(1)
    takes = []
    if count is None:
        espeak.espeak_SetVoiceByName(languages[0].encode())
        takes = [take_of("espeak", sentences[i : i + 4], PAUSES, say) for i in range(0, len(sentences), 4)]
    for _ in range(count or 0):
        espeak.espeak_SetVoiceByName((chance.choice(languages) + chance.choice(VARIANTS)).encode())
        espeak.espeak_SetParameter(RATE, chance.randint(130, 190), 0)
        espeak.espeak_SetParameter(PITCH, chance.randint(20, 80), 0)
        takes.append(take_of("espeak", chance.choices(sentences, k=3), chance.choices(PAUSES, k=3), say))
    write_takes(out, takes)


speak(sys.argv[1], sys.argv[2], sys.argv[3].split(","), int(sys.argv[4]) if len(sys.argv) > 4 else None)
