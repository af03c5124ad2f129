"""Compares word times with a forced alignment by PocketSphinx. Development only.

The alignment uses PocketSphinx's own en-us acoustic model and has frames of 10 ms.

pip install pocketsphinx scipy; python align.py FOLDER (written by write-wavs).
"""

import json
import os
import sys
from math import gcd

import numpy as np
from pocketsphinx import Decoder
from scipy.io import wavfile
from scipy.signal import resample_poly

RATE = 16000
FRAME_SECONDS = 0.01
PAD_SECONDS = 0.2
ARPABET = dict(
    zip(
        "ɑæəʌᵊɐɔWIʧðɛɜAɡhɪᵻiʤŋOYɹʃθʊujʒTɾʔbdfklmnpstvwz",
        "AA AE AH AH AH AH AO AW AY CH DH EH ER EY G HH IH IH IY JH NG OW OY R SH TH UH UW Y ZH T T T "
        "B D F K L M N P S T V W Z".split(),
    )
)


def load(path):
    rate, samples = wavfile.read(path)
    common = gcd(rate, RATE)
    samples = resample_poly(samples.astype(np.float64), RATE // common, rate // common)
    # The decoder needs some noise before and after the speech, at a typical level.
    noise = np.random.RandomState(0).randn(int(PAD_SECONDS * RATE)) * 5
    return np.concatenate([noise, samples / np.abs(samples).max() * 20000, noise]).astype(np.int16)


folder = sys.argv[1]
with open(os.path.join(folder, "manifest.json")) as file:
    manifest = json.load(file)
decoder = Decoder(lm=None, loglevel="FATAL")
starts, ends = [], []
for number, entry in enumerate(manifest):
    names = []
    for place, word in enumerate(entry["words"]):
        inside = [p for p in entry["phonemes"] if p["start"] >= word["start"] - 1e-6 and p["end"] <= word["end"] + 1e-6]
        names.append(f"w{number}x{place}")
        decoder.add_word(names[-1], " ".join(ARPABET[p["phoneme"]] for p in inside).replace("ER R", "ER"), True)
    decoder.set_align_text(" ".join(names))
    decoder.start_utt()
    decoder.process_raw(load(os.path.join(folder, entry["file"])).tobytes(), full_utt=True)
    decoder.end_utt()
    aligned = [segment for segment in decoder.seg() if segment.word in names]
    if len(aligned) != len(names):
        print(entry["file"], "could not be aligned")
        continue
    for word, segment in zip(entry["words"], aligned):
        starts.append(word["start"] - (segment.start_frame * FRAME_SECONDS - PAD_SECONDS))
        ends.append(word["end"] - ((segment.end_frame + 1) * FRAME_SECONDS - PAD_SECONDS))
for name, differences in (("starts", starts), ("ends", ends)):
    ms = 1000 * np.array(differences)
    off = np.abs(ms)
    print(
        f"{folder}: {name} of {len(ms)} words: bias {ms.mean():+.1f} ms, mean error {off.mean():.1f} ms, "
        f"90th percentile {np.percentile(off, 90):.1f} ms"
    )
