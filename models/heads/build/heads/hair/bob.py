"""mei: a glossy bob to the chin, with a fringe."""

import numpy as np

from .hull import Hull
from .sheets import Sheet
from .wisps import Wisps

CROWN = -0.075
SOFT = Wisps(7, off=0.0022, beyond=0.006)
# Single hairs above the crown.
FLYAWAYS = Wisps(4, begins=(0.04, 0.25), off=0.008, beyond=0.002, wide=0.0048, length=0.2)


def sheets(hull: Hull) -> list[Sheet]:
    above, beside = hull.above, hull.beside

    def root(azimuth: float):
        return above(0.006 * np.sin(np.radians(azimuth)), CROWN + 0.006 * np.cos(np.radians(azimuth)), 0.0072)

    def side(azimuth: float, falls: float, ends: float):
        """Down from the crown; `falls` and `ends`: degrees at the height of the mouth and of the ends."""
        return [
            root(azimuth),
            beside(azimuth, 0.104, 0.0075),
            beside(azimuth, 0.070, 0.0115),
            beside(0.6 * azimuth + 0.4 * falls, 0.025, 0.0140),
            beside(falls, -0.030, 0.0160),
            beside(falls, -0.072, 0.0150),
            beside(ends, -0.101, 0.0060),
        ]

    def fringe(azimuth: float):
        """The sides of this layer are below the hair beside it."""
        edge = abs(azimuth) / 44
        return [
            root(azimuth),
            beside(azimuth, 0.104, 0.0080),
            beside(azimuth, 0.078, 0.0120),
            beside(azimuth, 0.052, 0.0115),
            beside(0.95 * azimuth, 0.0240 - 0.012 * edge**2, 0.0085),
        ]

    left = np.array([side(*turn) for turn in ((37, 53, 47), (52, 64, 56), (75, 80, 72), (100, 100, 94), (128, 122, 116))])
    right = np.array([side(-a, -b, -c) for a, b, c in ((37, 53, 47), (52, 64, 56), (75, 80, 72), (100, 100, 94), (128, 122, 116))])
    front = np.array([fringe(azimuth) for azimuth in (-54, -42, -27, -9, 9, 27, 42, 54)])
    curtain = np.array(
        [
            [beside(azimuth, 0.010, 0.004), beside(azimuth, -0.040, 0.004), beside(azimuth, -0.075, 0.001), beside(azimuth, -0.100, -0.006)]
            for azimuth in (-66, -95, -125, -152, 180, 152, 125, 95, 66)
        ]
    )
    smooth = {"relief": 0.0009, "lock": 0.020, "fray": 0.0008}
    return [
        Sheet(left, 25, 19, seed=11, wisps=(SOFT, FLYAWAYS), open_edge=True, crowded=1.6, **smooth),
        Sheet(right, 25, 19, seed=12, wisps=(SOFT, FLYAWAYS), open_edge=True, crowded=1.6, **smooth),
        Sheet(front, 30, 14, seed=13, wisps=(Wisps(9, off=0.0016, beyond=0.006, wide=0.0048),), crowded=1.3, relief=0.0010, lock=0.014, fray=0.0016, span=(0.0, 1.0), tone=1.0),
        Sheet(curtain, 26, 7, seed=14, tone=0.6, depth=0.0, span=(0.3, 1.0)),
    ]
