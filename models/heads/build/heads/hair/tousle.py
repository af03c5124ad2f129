"""pip: soft, sculpted locks, swept in a high curve over the forehead and tousled at the ends."""

import numpy as np

from .hull import Hull
from .sheets import Sheet
from .wisps import Wisps


def sheets(hull: Hull) -> list[Sheet]:
    above, beside = hull.above, hull.beside
    # The swoop: it rises off the parting on the right and curls over the forehead to the left.
    swoop = np.array(
        [
            [above(-0.021, 0.012, 0.0040), above(-0.012, 0.026, 0.0123), beside(6, 0.062, 0.0190), beside(24, 0.044, 0.0170), beside(40, 0.036, 0.0140), beside(54, 0.038, 0.0160)],
            [above(-0.021, 0.002, 0.0040), above(-0.008, 0.016, 0.0156), beside(18, 0.078, 0.0230), beside(38, 0.056, 0.0210), beside(54, 0.034, 0.0165), beside(66, 0.022, 0.0140)],
            [above(-0.021, -0.018, 0.0040), above(-0.006, -0.012, 0.0139), above(0.028, -0.004, 0.0189), beside(58, 0.060, 0.0220), beside(71, 0.026, 0.0190), beside(80, 0.000, 0.0140)],
            [above(-0.020, -0.044, 0.0040), above(-0.004, -0.046, 0.0123), above(0.034, -0.044, 0.0172), beside(84, 0.056, 0.0215), beside(92, 0.014, 0.0195), beside(97, -0.020, 0.0120)],
            [above(-0.016, -0.080, 0.0040), above(0.000, -0.088, 0.0107), above(0.032, -0.094, 0.0156), beside(150, 0.050, 0.0200), beside(150, 0.004, 0.0180), beside(150, -0.038, 0.0140)],
        ]
    )
    # Under its edge a second lock, shorter, that leaves the forehead free at the parting.
    lock = np.array(
        [
            [above(-0.010, 0.018, 0.0040), beside(4, 0.066, 0.0090), beside(19, 0.048, 0.0110), beside(33, 0.033, 0.0100), beside(43, 0.028, 0.0100)],
            [above(0.006, 0.012, 0.0040), beside(20, 0.066, 0.0110), beside(36, 0.046, 0.0120), beside(49, 0.028, 0.0115), beside(58, 0.016, 0.0110)],
            [above(0.022, 0.004, 0.0040), beside(40, 0.060, 0.0100), beside(52, 0.040, 0.0105), beside(60, 0.018, 0.0100), beside(65, 0.002, 0.0085)],
        ]
    )
    right = np.array(
        [
            [above(-0.0225, 0.012, 0.0040), above(-0.030, 0.016, 0.0090), beside(-30, 0.060, 0.0140), beside(-42, 0.040, 0.0140), beside(-52, 0.024, 0.0130), beside(-62, 0.020, 0.0160)],
            [above(-0.0225, 0.002, 0.0040), above(-0.034, 0.006, 0.0115), beside(-46, 0.072, 0.0180), beside(-59, 0.044, 0.0180), beside(-69, 0.016, 0.0160), beside(-77, 0.000, 0.0130)],
            [above(-0.0225, -0.018, 0.0040), above(-0.037, -0.019, 0.0115), above(-0.056, -0.020, 0.0156), beside(-76, 0.046, 0.0205), beside(-86, 0.010, 0.0185), beside(-93, -0.014, 0.0125)],
            [above(-0.0225, -0.044, 0.0040), above(-0.037, -0.050, 0.0107), above(-0.056, -0.060, 0.0152), beside(-98, 0.046, 0.0205), beside(-103, 0.006, 0.0185), beside(-107, -0.026, 0.0110)],
            [above(-0.020, -0.080, 0.0040), above(-0.033, -0.088, 0.0098), above(-0.047, -0.098, 0.0143), beside(-150, 0.044, 0.0195), beside(-150, 0.000, 0.0170), beside(-150, -0.040, 0.0130)],
        ]
    )

    def lower(side: int):
        return np.array(
            [
                [beside(side * turn, 0.034 - drop, 0.0060), beside(side * (turn + 3), 0.008 - drop, 0.0140), beside(side * (turn + 7), -0.018 - drop, 0.0110), beside(side * (turn + 11), -0.034 - drop, 0.0060)]
                for turn, drop in ((58, -0.018), (78, -0.002), (98, 0.010), (116, 0.018))
            ]
        )

    nape = np.array(
        [
            [beside(azimuth, 0.010, 0.006), beside(azimuth, -0.025, 0.006), beside(azimuth, -0.055, 0.000), beside(azimuth, -0.070, -0.004)]
            for azimuth in (-116, -138, -162, 162, 138, 116)
        ]
    )
    thick = {"relief": 0.0036, "lock": 0.022, "fray": 0.0016, "wave": 0.0036, "turns": 0.9, "calm": 0.3}
    under = {"relief": 0.0030, "lock": 0.018, "fray": 0.0014, "wave": 0.0025, "turns": 0.7, "calm": 0.3, "depth": 0.4, "tone": 0.9}
    return [
        Sheet(swoop, 36, 20, seed=41, wisps=Wisps(16, off=0.0025, beyond=0.007), **thick),
        Sheet(lock, 20, 14, seed=46, relief=0.002, lock=0.02, fray=0.001, depth=0.5, tone=0.92),
        Sheet(right, 30, 18, seed=42, wisps=Wisps(14, off=0.0025, beyond=0.007), **thick),
        Sheet(lower(1), 16, 10, seed=43, span=(0.2, 1.0), **under),
        Sheet(lower(-1), 16, 10, seed=44, span=(0.2, 1.0), **under),
        Sheet(nape, 14, 6, seed=45, tone=0.65, depth=0.0, span=(0.3, 0.98)),
    ]
