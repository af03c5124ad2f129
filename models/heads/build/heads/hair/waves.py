"""ada: a long bob in soft waves, from a parting on her left."""

import numpy as np

from ..mesh import unit
from .hull import Hull
from .sheets import Sheet
from .wisps import Wisps

# Single hairs above the crown and along the forehead.
FLYAWAYS = (
    Wisps(4, begins=(0.02, 0.20), off=0.011, beyond=0.002, wide=0.0048, length=0.16),
    Wisps(2, begins=(0.06, 0.22), off=0.004, beyond=0.003, wide=0.0048, length=0.20, places=(0.0, 0.06)),
)


def sheets(hull: Hull) -> list[Sheet]:
    above, beside = hull.above, hull.beside
    right = _stack(
        # Rises off the parting, sweeps over the temple, falls before the shoulder.
        [above(0.0137, 0.016, 0.0010), above(0.0085, 0.0160, 0.0030), above(-0.004, 0.015, 0.0038), beside(-27, 0.061, 0.0090), beside(-47, 0.031, 0.0120), beside(-61, -0.020, 0.0120), beside(-61, -0.080, 0.0150), beside(-55, -0.158, 0.0080)],
        [above(0.0137, 0.006, 0.0010), above(0.0085, 0.0058, 0.0034), above(-0.006, 0.004, 0.0049), above(-0.042, -0.003, 0.0084), beside(-62, 0.038, 0.0140), beside(-73, -0.020, 0.0150), beside(-71, -0.080, 0.0190), beside(-63, -0.160, 0.0130)],
        [above(0.0138, -0.014, 0.0010), above(0.0085, -0.0145, 0.0036), above(-0.008, -0.018, 0.0056), above(-0.045, -0.026, 0.0095), beside(-80, 0.038, 0.0155), beside(-86, -0.020, 0.0165), beside(-84, -0.080, 0.0210), beside(-76, -0.158, 0.0160)],
        [above(0.0165, -0.040, 0.0012), above(0.0100, -0.0415, 0.0044), above(-0.010, -0.048, 0.0063), above(-0.045, -0.060, 0.0098), beside(-100, 0.038, 0.0160), beside(-102, -0.020, 0.0160), beside(-98, -0.080, 0.0200), beside(-92, -0.156, 0.0170)],
        [above(0.0190, -0.076, 0.0014), above(0.0110, -0.0785, 0.0048), above(-0.010, -0.084, 0.0063), above(-0.040, -0.094, 0.0098), beside(-124, 0.038, 0.0160), beside(-122, -0.020, 0.0160), beside(-118, -0.080, 0.0200), beside(-112, -0.156, 0.0170)],
    )
    left = _stack(
        [above(0.0143, 0.016, 0.0010), above(0.0185, 0.0155, 0.0028), above(0.026, 0.012, 0.0031), beside(33, 0.060, 0.0075), beside(52, 0.029, 0.0105), beside(64, -0.020, 0.0115), beside(64, -0.080, 0.0150), beside(57, -0.156, 0.0080)],
        [above(0.0143, 0.006, 0.0010), above(0.0190, 0.0055, 0.0032), above(0.030, 0.003, 0.0042), above(0.051, -0.004, 0.0077), beside(66, 0.038, 0.0130), beside(76, -0.020, 0.0140), beside(74, -0.080, 0.0185), beside(65, -0.157, 0.0130)],
        [above(0.0142, -0.014, 0.0010), above(0.0195, -0.0150, 0.0034), above(0.032, -0.018, 0.0049), above(0.055, -0.026, 0.0084), beside(82, 0.038, 0.0150), beside(88, -0.020, 0.0160), beside(86, -0.080, 0.0205), beside(78, -0.156, 0.0160)],
        [above(0.0125, -0.041, 0.0012), above(0.0190, -0.0430, 0.0038), above(0.033, -0.048, 0.0056), above(0.054, -0.060, 0.0091), beside(100, 0.038, 0.0155), beside(102, -0.020, 0.0155), beside(98, -0.080, 0.0200), beside(92, -0.155, 0.0170)],
        [above(0.0110, -0.077, 0.0014), above(0.0190, -0.0795, 0.0042), above(0.033, -0.084, 0.0056), above(0.049, -0.094, 0.0091), beside(124, 0.038, 0.0155), beside(122, -0.020, 0.0155), beside(118, -0.080, 0.0200), beside(112, -0.155, 0.0170)],
    )
    curtain = _stack(
        *([beside(azimuth, 0.010, 0.002), beside(azimuth, -0.040, 0.0), beside(azimuth, -0.100, -0.002), beside(azimuth, -0.156, -0.004)] for azimuth in (-94, -125, -152, 180, 152, 125, 94))
    )
    wave = {"wave": 0.0095, "turns": 2.2, "calm": 0.26, "relief": 0.0034, "fray": 0.0035, "lock": 0.024}
    inner = {"wave": 0.0055, "turns": 1.7, "calm": 0.30, "relief": 0.0018, "fray": 0.004, "tone": 0.74, "depth": 0.2}
    return [
        Sheet(right, 29, 25, seed=1, wisps=(Wisps(9), *FLYAWAYS), open_edge=True, crowded=1.45, **wave),
        Sheet(left, 27, 25, seed=2, wisps=(Wisps(9), *FLYAWAYS), open_edge=True, crowded=1.45, **wave),
        Sheet(_drawn_in(right[1:, 4:], 0.010), 14, 10, seed=3, span=(0.3, 0.97), **inner),
        Sheet(_drawn_in(left[1:, 4:], 0.010), 14, 10, seed=4, span=(0.3, 0.97), **inner),
        Sheet(curtain, 18, 6, seed=5, tone=0.55, depth=0.0, span=(0.3, 0.94)),
    ]


def _stack(*guides) -> np.ndarray:
    return np.array(guides)


def _drawn_in(guides: np.ndarray, depth: float) -> np.ndarray:
    """The same guides, nearer to the axis of the head by `depth` metres where they hang."""
    drawn = guides.copy()
    out = guides - np.array([0.0, 0.0, -0.055])
    out[..., 1] = 0
    return drawn - unit(out) * depth
