"""Where garments end about the neck."""

from collections.abc import Callable

import numpy as np

from .neck import Neck

# Metres above the chin before, beside and behind the neck.
HEIGHTS: dict[str, tuple[float, float, float]] = {
    "crew": (-0.066, -0.044, -0.012),
    "shirt": (-0.072, -0.030, -0.012),
    "mock": (-0.044, -0.028, -0.010),
    "turtleneck": (-0.034, -0.022, -0.010),
    "hood": (-0.060, -0.036, -0.012),
    "vneck": (-0.060, -0.036, -0.012),
}
# Kinds that are open before the neck: metres above the chin of the lowest point, and half the width per metre above it.
OPENINGS = {"shirt": (-0.108, 0.42), "vneck": (-0.100, 0.62)}


def neckline(kind: str, neck: Neck) -> Callable[[np.ndarray], np.ndarray]:
    """Of places on the torso: metres inside the opening (skin shows), negative under the cloth."""

    def inside(places: np.ndarray) -> np.ndarray:
        open_by = places[:, 1] - neck.level(neck.turn_of(places), HEIGHTS[kind])
        if kind in OPENINGS:
            lowest, slope = OPENINGS[kind]
            above = places[:, 1] - neck.chin - lowest
            wedge = (above * slope - np.abs(places[:, 0])) / np.hypot(1, slope)
            open_by = np.maximum(open_by, np.where((places[:, 2] > neck.axis[2]) & (above > -0.02), wedge, -1.0))
        return open_by

    return inside
