"""grace: short silver hair in full layers, swept aside from a parting on her right, ears half covered."""

import numpy as np

from .hull import Hull
from .sheets import Sheet
from .wisps import Wisps

# Single hairs above the crown and along the forehead.
FLYAWAYS = (
    Wisps(4, begins=(0.04, 0.35), off=0.010, beyond=0.002, wide=0.0048, length=0.25),
    Wisps(2, begins=(0.06, 0.30), off=0.004, beyond=0.003, wide=0.0048, length=0.30, places=(0.0, 0.06)),
)


def sheets(hull: Hull) -> list[Sheet]:
    above, beside = hull.above, hull.beside
    # The large sweep over her forehead to her left: a lower layer and a layer that rises over it.
    sweep = np.array(
        [
            [above(-0.0195, 0.015, 0.0010), above(-0.0145, 0.0158, 0.0022), above(-0.004, 0.019, 0.0051), beside(20, 0.063, 0.0115), beside(38, 0.042, 0.0125), beside(55, 0.018, 0.0115), beside(66, -0.008, 0.0095)],
            [above(-0.0195, 0.004, 0.0010), above(-0.0140, 0.0048, 0.0040), above(-0.003, 0.007, 0.0061), above(0.026, 0.007, 0.0099), beside(50, 0.052, 0.0160), beside(68, 0.018, 0.0160), beside(78, -0.020, 0.0110)],
            [above(-0.0194, -0.016, 0.0010), above(-0.0140, -0.0165, 0.0042), above(-0.003, -0.018, 0.0068), above(0.031, -0.020, 0.0105), beside(71, 0.052, 0.0180), beside(84, 0.012, 0.0185), beside(89, -0.032, 0.0110)],
            [above(-0.0230, -0.040, 0.0014), above(-0.0150, -0.0420, 0.0050), above(-0.002, -0.048, 0.0071), above(0.032, -0.054, 0.0109), beside(96, 0.052, 0.0185), beside(102, 0.008, 0.0190), beside(104, -0.042, 0.0100)],
            [above(-0.0240, -0.076, 0.0014), above(-0.0150, -0.0785, 0.0052), above(0.000, -0.086, 0.0068), above(0.030, -0.096, 0.0102), beside(150, 0.048, 0.0180), beside(150, 0.004, 0.0170), beside(150, -0.048, 0.0080)],
        ]
    )
    right = np.array(
        [
            [above(-0.0201, 0.015, 0.0010), above(-0.0245, 0.0147, 0.0020), above(-0.029, 0.013, 0.0034), beside(-33, 0.061, 0.0085), beside(-47, 0.040, 0.0110), beside(-59, 0.016, 0.0110), beside(-68, -0.008, 0.0090)],
            [above(-0.0201, 0.004, 0.0010), above(-0.0250, 0.0035, 0.0034), above(-0.033, 0.002, 0.0044), above(-0.050, -0.003, 0.0078), beside(-63, 0.047, 0.0150), beside(-73, 0.014, 0.0155), beside(-79, -0.020, 0.0110)],
            [above(-0.0202, -0.016, 0.0010), above(-0.0255, -0.0170, 0.0038), above(-0.035, -0.020, 0.0054), above(-0.054, -0.027, 0.0095), beside(-81, 0.047, 0.0175), beside(-87, 0.010, 0.0185), beside(-90, -0.032, 0.0110)],
            [above(-0.0180, -0.041, 0.0012), above(-0.0250, -0.0440, 0.0042), above(-0.035, -0.050, 0.0058), above(-0.053, -0.061, 0.0099), beside(-102, 0.047, 0.0180), beside(-104, 0.006, 0.0190), beside(-105, -0.042, 0.0100)],
            [above(-0.0160, -0.077, 0.0012), above(-0.0230, -0.0805, 0.0042), above(-0.032, -0.086, 0.0058), above(-0.045, -0.097, 0.0095), beside(-150, 0.044, 0.0175), beside(-150, 0.002, 0.0165), beside(-150, -0.048, 0.0080)],
        ]
    )

    def lower(side: int):
        return np.array(
            [
                [beside(side * turn, 0.030 - drop, 0.0060), beside(side * (turn + 5), 0.004 - drop, 0.0135), beside(side * (turn + 9), -0.024 - drop, 0.0120), beside(side * (turn + 11), -0.046 - drop, 0.0045)]
                for turn, drop in ((60, -0.016), (78, -0.002), (98, 0.012), (118, 0.020))
            ]
        )

    nape = np.array(
        [
            [beside(azimuth, 0.058, 0.0110), beside(azimuth, -0.010, 0.0110), beside(azimuth, -0.050, 0.0020), beside(azimuth, -0.072, -0.0090)]
            for azimuth in (-100, -130, -160, 160, 130, 100)
        ]
    )
    upper = {"relief": 0.0030, "lock": 0.022, "fray": 0.0040, "wave": 0.0046, "turns": 1.3, "calm": 0.22}
    under = {"relief": 0.0022, "lock": 0.012, "fray": 0.0040, "wave": 0.0020, "turns": 0.8, "calm": 0.2, "tone": 0.86, "depth": 0.4}
    return [
        Sheet(sweep, 32, 19, seed=31, wisps=(Wisps(7, off=0.003, beyond=0.006), *FLYAWAYS), open_edge=True, crowded=1.4, **upper),
        Sheet(right, 27, 19, seed=32, wisps=(Wisps(6, off=0.003, beyond=0.006), *FLYAWAYS), open_edge=True, crowded=1.4, **upper),
        Sheet(lower(1), 16, 10, seed=33, wisps=(Wisps(3),), span=(0.25, 1.0), **under),
        Sheet(lower(-1), 16, 10, seed=34, wisps=(Wisps(3),), span=(0.25, 1.0), **under),
        Sheet(nape, 14, 6, seed=35, tone=0.74, depth=0.0, span=(0.3, 1.0)),
    ]
