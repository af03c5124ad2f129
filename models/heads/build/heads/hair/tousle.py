"""pip: short and tousled, brushed forward from the crown and aside over the forehead, in soft locks that end in points."""

import numpy as np

from .hull import Hull
from .sheets import Sheet
from .tufts import tuft
from .wisps import Wisps

# How far down the lower hair hangs by degrees around the head, in metres of the base mesh.
ENDS = ([-118, -96, -84, -70, -56, -36, -12, 12, 36, 56, 70, 84, 96, 118], [-0.034, -0.016, -0.008, -0.006, 0.014, 0.036, 0.050, 0.050, 0.036, 0.012, -0.006, -0.010, -0.018, -0.034])


def sheets(hull: Hull) -> list[Sheet]:
    above, beside = hull.above, hull.beside

    def guide(turn: float):
        """From the crown down; over the forehead it turns to the left."""
        around = np.radians(turn)
        aside = 15 * np.clip(np.cos(1.3 * around), 0, 1)
        end = float(np.interp(turn, *ENDS))
        return [
            above(-0.006 + 0.010 * np.sin(around), -0.062 + 0.014 * np.cos(around), 0.0130),
            beside(turn, 0.1020, 0.0150),
            beside(turn + 0.35 * aside, 0.082, 0.0180),
            beside(turn + 0.65 * aside, 0.5 * (0.082 + end) + 0.004, 0.0165),
            beside(turn + 1.25 * aside, end, 0.0120),
        ]

    ground = np.array([guide(turn) for turn in (-118, -98, -80, -62, -44, -26, -8, 10, 28, 46, 62, 80, 98, 118)])

    # Locks over the forehead from her right to her left, each over the previous one. They start behind the edge of the crown.
    fringe = [
        tuft([above(-0.030, -0.030, 0.012), above(-0.038, -0.004, 0.0185), beside(-36, 0.070, 0.0215), beside(-33, 0.047, 0.0190), beside(-22, 0.035, 0.0165)], 0.026),
        tuft([above(-0.022, -0.030, 0.012), above(-0.024, 0.000, 0.0205), beside(-17, 0.074, 0.0240), beside(-10, 0.052, 0.0225), beside(5, 0.038, 0.0190)], 0.030),
        tuft([above(-0.008, -0.034, 0.012), above(-0.006, 0.000, 0.0225), beside(2, 0.076, 0.0260), beside(11, 0.054, 0.0240), beside(27, 0.042, 0.0210)], 0.032),
        tuft([above(0.010, -0.036, 0.012), above(0.016, -0.004, 0.0220), beside(22, 0.074, 0.0250), beside(31, 0.049, 0.0220), beside(43, 0.031, 0.0185)], 0.030),
        tuft([above(0.026, -0.038, 0.012), above(0.036, -0.010, 0.0200), beside(42, 0.066, 0.0230), beside(49, 0.038, 0.0200), beside(57, 0.016, 0.0165)], 0.027),
    ]
    sides = [
        tuft([above(0.034, -0.050, 0.012), beside(62, 0.086, 0.0190), beside(66, 0.052, 0.0210), beside(67, 0.020, 0.0190), beside(66, -0.006, 0.0150)], 0.028),
        tuft([above(-0.042, -0.036, 0.012), beside(-56, 0.078, 0.0190), beside(-57, 0.050, 0.0200), beside(-58, 0.026, 0.0180), beside(-53, 0.008, 0.0150)], 0.026),
        tuft([above(-0.044, -0.052, 0.012), beside(-78, 0.080, 0.0190), beside(-76, 0.046, 0.0205), beside(-75, 0.014, 0.0185), beside(-72, -0.010, 0.0150)], 0.028),
    ]
    def lower(side: int):
        return np.array(
            [
                [beside(side * turn, 0.046 - drop, 0.0060), beside(side * (turn + 3), 0.008 - drop, out), beside(side * (turn + 7), -0.018 - drop, 0.0110), beside(side * (turn + 11), -0.034 - drop, 0.0060)]
                for turn, drop, out in ((50, -0.016, 0.0070), (60, -0.008, 0.0100), (78, 0.000, 0.0120), (98, 0.010, 0.0120), (116, 0.018, 0.0130))
            ]
        )

    nape = np.array(
        [
            [beside(azimuth, 0.010, 0.006), beside(azimuth, -0.025, 0.006), beside(azimuth, -0.055, 0.000), beside(azimuth, -0.070, -0.004)]
            for azimuth in (-116, -138, -162, 162, 138, 116)
        ]
    )
    thick = {"relief": 0.0028, "lock": 0.024, "fray": 0.003, "wave": 0.0020, "turns": 0.9, "calm": 0.3}
    single = {"columns": 6, "points": 9, "relief": 0.0008, "lock": 0.012, "fray": 0.0, "span": (0.10, 0.99)}
    under = {"relief": 0.0030, "lock": 0.018, "fray": 0.0014, "wave": 0.0025, "turns": 0.7, "calm": 0.3, "depth": 0.4, "tone": 0.9}
    return [
        Sheet(ground, 44, 14, seed=41, tone=0.94, wisps=(Wisps(8, begins=(0.3, 0.7), off=0.006, beyond=0.006),), **thick),
        *(Sheet(guides, seed=60 + number, tone=1.0 + 0.03 * (-1) ** number, **single) for number, guides in enumerate([*fringe, *sides])),
        Sheet(lower(1), 16, 10, seed=43, span=(0.2, 1.0), **under),
        Sheet(lower(-1), 16, 10, seed=44, span=(0.2, 1.0), **under),
        Sheet(nape, 14, 6, seed=45, tone=0.65, depth=0.0, span=(0.3, 1.0)),
    ]
