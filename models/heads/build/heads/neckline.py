"""The edges of garments around the neck."""

from collections.abc import Callable

import numpy as np

from .neck import RIM, Neck

# Metres above the chin before and behind the neck.
HEIGHTS: dict[str, tuple[float, float]] = {
    "crew": (-0.068, -0.010),
    "shirt": (-0.076, -0.004),
    "turtleneck": (-0.036, -0.006),
    "hood": (-0.050, -0.006),
    "vneck": (-0.052, -0.012),
}
# Kinds that are open before the neck: metres above the chin of the lowest point, and half the width per metre above it.
OPENINGS = {"shirt": (-0.108, 0.42), "vneck": (-0.112, 0.74)}


def neckline(kind: str, neck: Neck) -> Callable[[np.ndarray], np.ndarray]:
    """Of places on the torso: metres inside the opening (skin shows), negative under the cloth."""

    def inside(places: np.ndarray) -> np.ndarray:
        open_by = places[:, 1] - neck.level((places[:, 2] - neck.axis[2]) / RIM, HEIGHTS[kind])
        if kind in OPENINGS:
            lowest, slope = OPENINGS[kind]
            above = places[:, 1] - neck.chin - lowest
            wedge = (above * slope - np.abs(places[:, 0])) / np.hypot(1, slope)
            open_by = np.maximum(open_by, np.where((places[:, 2] > neck.axis[2]) & (above > -0.02), wedge, -1.0))
        return open_by

    return inside
