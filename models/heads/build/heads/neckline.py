"""Where garments end about the neck."""

from collections.abc import Callable

import numpy as np

from .neck import Neck

# Metres beyond the neck where it is thinnest: before, beside and behind it; and how far a V reaches down before the neck, and its slope.
SHAPES: dict[str, tuple[float, float, float]] = {
    "crew": (0.016, 0.017, 0.012),
    "shirt": (0.010, 0.012, 0.010),
    "mock": (0.008, 0.010, 0.008),
    "turtleneck": (0.010, 0.012, 0.010),
    "hood": (0.014, 0.016, 0.010),
    "vneck": (0.020, 0.024, 0.012),
}
# Kinds that are open before the neck: metres below the eyes of the lowest point, and half the width per metre above it.
OPENINGS = {"shirt": (-0.214, 0.52), "vneck": (-0.212, 0.62)}


def neckline(kind: str, neck: Neck) -> Callable[[np.ndarray], np.ndarray]:
    """Of places on the torso: metres inside the opening (skin shows), negative under the cloth."""
    before, beside, behind = SHAPES[kind]

    def inside(places: np.ndarray) -> np.ndarray:
        turn = neck.turn_of(places)
        front, back = np.maximum(np.cos(turn), 0) ** 2, np.maximum(-np.cos(turn), 0) ** 2
        margin = before * front + behind * back + beside * np.sin(turn) ** 2
        open_by = neck.least(turn) + margin - neck.distance_of(places)
        if kind in OPENINGS:
            lowest, slope = OPENINGS[kind]
            wedge = (places[:, 1] - lowest) * slope - np.abs(places[:, 0])
            wedge = np.where((places[:, 2] > neck.axis[2]) & (places[:, 1] > lowest - 0.02), wedge / np.hypot(1, slope), -1.0)
            open_by = np.maximum(open_by, wedge)
        # Above the neck where it is thinnest, no cloth.
        return np.maximum(open_by, places[:, 1] - neck.waist(turn) + 0.004)

    return inside
