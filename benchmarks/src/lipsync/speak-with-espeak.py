"""Speaks sentences with voices of espeak-ng drawn at random, with the times of their phonemes, into files that spoken-corpus.ts reads.

    python3 speak-with-espeak.py SENTENCES.json OUT LANGUAGES [TAKES]

Writes OUT.pcm and OUT.json. LANGUAGES are espeak's, with commas between them (en-us,en-gb); TAKES of three sentences each are drawn, or without it
the sentences are said in order by the first language's own voice. Needs Debian's espeak-ng (or libespeak-ng1) and numpy. espeak-ng is a
tool here: nothing of it ships.
"""

import ctypes
import json
import random
import sys

import numpy as np

VARIANTS = [f"+m{i}" for i in range(1, 8)] + [f"+f{i}" for i in range(1, 6)] + ["+klatt", "+klatt2", "+klatt3", "+klatt4"]
VARIANTS += ["", "+steph", "+Andy", "+Annie", "+Denis", "+Alicia", "+Diogo", "+Gene", "+Lee", "+Mario", "+Michael", "+Quincy"]
PAUSES = [0.2, 0.6, 0.35, 1.1]
# espeak's sounds as phones.ts names them.
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
    """Samples, and (sound, start, end) in seconds."""
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
        parts = SOUNDS.get(sound, sound)
        parts = list(parts) if sound in SOUNDS else [parts]
        share = (end - start) / len(parts)
        sounds += [(part, start + i * share, start + (i + 1) * share) for i, part in enumerate(parts)]
    return samples, sounds


def take_of(sentences, pauses):
    samples, phonemes, length = [], [], 0
    for sentence, pause in zip(sentences, pauses):
        spoken, sounds = say(sentence)
        silence = np.zeros(round(pause * sample_rate), np.int16)
        offset = (length + len(silence)) / sample_rate
        phonemes += [{"phoneme": sound, "start": offset + start, "end": offset + end} for sound, start, end in sounds]
        samples += [silence, spoken]
        length += len(silence) + len(spoken)
    timeline = {"duration": length / sample_rate, "words": [], "phonemes": phonemes}
    return np.concatenate(samples), {"speaker": "espeak", "sampleRate": sample_rate, "length": length, "timeline": timeline}


def speak(path, out, languages, count):
    with open(path) as file:
        sentences = json.load(file)
    chance = random.Random(1)
    takes = []
    if count is None:
        espeak.espeak_SetVoiceByName(languages[0].encode())
        takes = [take_of(sentences[i : i + 4], PAUSES) for i in range(0, len(sentences), 4)]
    for _ in range(count or 0):
        espeak.espeak_SetVoiceByName((chance.choice(languages) + chance.choice(VARIANTS)).encode())
        espeak.espeak_SetParameter(RATE, chance.randint(130, 190), 0)
        espeak.espeak_SetParameter(PITCH, chance.randint(20, 80), 0)
        takes.append(take_of(chance.choices(sentences, k=3), chance.choices(PAUSES, k=3)))
    with open(f"{out}.pcm", "wb") as file:
        for samples, _ in takes:
            samples.tofile(file)
    with open(f"{out}.json", "w") as file:
        json.dump([told for _, told in takes], file, ensure_ascii=False)


speak(sys.argv[1], sys.argv[2], sys.argv[3].split(","), int(sys.argv[4]) if len(sys.argv) > 4 else None)
