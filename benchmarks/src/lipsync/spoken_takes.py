"""Writes takes of spoken sentences with phoneme times into files that spoken-corpus.ts reads."""

import json

import numpy as np

# Seconds of silence before each sentence.
PAUSES = [0.2, 0.6, 0.35, 1.1]


def split_sound(parts, start, end):
    """Divides a sound into parts of equal length and returns a list of (sound, start, end)."""
    share = (end - start) / max(1, len(parts))
    return [(part, start + i * share, start + (i + 1) * share) for i, part in enumerate(parts)]


def take_of(speaker, sentences, pauses, say):
    """Builds a take of sentences, each with a pause before it.

    `say` returns the samples of a sentence, their rate, and a list of (sound, start, end) in seconds.
    """
    samples, phonemes, said, length = [], [], [], 0
    for sentence, pause in zip(sentences, pauses):
        spoken, rate, sounds = say(sentence)
        silence = np.zeros(round(pause * rate), np.int16)
        offset = (length + len(silence)) / rate
        phonemes += [{"phoneme": sound, "start": offset + start, "end": offset + end} for sound, start, end in sounds]
        said.append({"text": sentence, "sounds": len(sounds)})
        samples += [silence, spoken]
        length += len(silence) + len(spoken)
    timeline = {"duration": length / rate, "words": [], "phonemes": phonemes}
    told = {"speaker": speaker, "sampleRate": rate, "length": length, "timeline": timeline, "said": said}
    return np.concatenate(samples), told


def write_takes(out, takes):
    """Writes OUT.pcm and OUT.json."""
    with open(f"{out}.pcm", "wb") as file:
        for samples, _ in takes:
            samples.tofile(file)
    with open(f"{out}.json", "w") as file:
        json.dump([told for _, told in takes], file, ensure_ascii=False)
