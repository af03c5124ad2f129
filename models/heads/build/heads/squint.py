"""Lids stay before the eyeballs, also where eyes narrow and cheeks rise at once."""

import numpy as np

from .form import Form
from .regions import Regions

# Rings of the base mesh about the sockets that may touch a ball, and metres by which they stay off it.
LID_RINGS = 14
OFF = 0.0010
NARROWING = ("eyeSquint", "cheekSquint")


def clear_balls(form: Form, regions: Regions) -> None:
    """What shapes that narrow the eyes, alone and together, push into a ball is pushed out again; works on the form itself."""
    lids = np.nonzero((regions.lid_rings >= 1) & (regions.lid_rings <= LID_RINGS))[0]
    for side, middle in zip(("Left", "Right"), form.eye_middles):
        names = [f"{shape}{side}" for shape in NARROWING]
        for together in ([names[0]], [names[1]], names):
            away = form.positions[lids] + sum(form.shapes[name][lids] for name in together) - middle
            distance = np.linalg.norm(away, axis=1, keepdims=True)
            rest = np.linalg.norm(form.positions[lids] - middle, axis=1, keepdims=True)
            # They move outwards only slightly beyond the position at rest where that is nearer.
            short = np.maximum(np.minimum(form.eye_radius + OFF, rest + OFF / 2) - distance, 0) * (away[:, 2:] > 0)
            for name in together:
                form.shapes[name][lids] += away / np.maximum(distance, 1e-9) * short / len(together)
