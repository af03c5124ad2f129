"""leo: short at the sides, longer on top and swept up, back and aside."""

import numpy as np

from .hull import Hull
from .sheets import Sheet
from .wisps import Wisps


def sheets(hull: Hull) -> list[Sheet]:
    above, beside = hull.above, hull.beside

    def front(azimuth: float, line: float):
        x = 0.078 * np.sin(np.radians(azimuth))
        edge = (abs(azimuth) / 52) ** 2
        aside = 1 - 0.9 * edge
        return [
            beside(azimuth, line, 0.0008),
            beside(0.98 * azimuth, line + 0.013, 0.0115 - 0.004 * edge),
            above(x - 0.003 * aside, 0.000 - 0.008 * edge, 0.0205 - 0.009 * edge),
            above(x - 0.009 * aside, -0.032, 0.0180 - 0.006 * edge),
            above(x - 0.013 * aside, -0.064, 0.0120 - 0.004 * edge),
        ]

    quiff = np.array([front(*stop) for stop in ((-52, 0.048), (-41, 0.064), (-27, 0.0685), (-8, 0.0650), (8, 0.0650), (27, 0.0690), (41, 0.065), (52, 0.048))])
    crown = np.array(
        [
            [above(x, -0.022, 0.004), above(x - 0.004, -0.046, 0.0155), above(x - 0.008, -0.078, 0.0150), above(0.9 * x - 0.010, -0.108, 0.0080)]
            for x in (-0.044, -0.028, -0.010, 0.012, 0.034, 0.052)
        ]
    )

    def side(sign: int, back: float):
        rows = (
            ((48, 0.056, 0.0010), (57, 0.066, 0.0095), (73, 0.070, 0.0110), (93, 0.060, 0.0080)),
            ((55, 0.045, 0.0010), (65, 0.051, 0.0075), (81, 0.049, 0.0080), (99, 0.036, 0.0052)),
            ((62, 0.032, 0.0008), (70, 0.035, 0.0052), (84, 0.029, 0.0056), (100, 0.014, 0.0032)),
            ((65, 0.020, 0.0006), (69, 0.019, 0.0028), (77, 0.016, 0.0030), (88, 0.014, 0.0016)),
            ((65, 0.010, 0.0004), (67, 0.004, 0.0014), (69, -0.004, 0.0014), (70, -0.010, 0.0006)),
        )
        # Behind the ear there is no sideburn.
        return np.array([[beside(sign * (azimuth + back), height, lift * (1 if back == 0 else 0.6)) for azimuth, height, lift in row] for row in (rows if back == 0 else rows[:-1])])

    tousled = {"relief": 0.0026, "lock": 0.014, "fray": 0.0022, "wave": 0.0016, "turns": 0.8, "calm": 0.2}
    short = {"relief": 0.0010, "lock": 0.009, "fray": 0.0006}
    return [
        Sheet(quiff, 48, 14, seed=51, wisps=(Wisps(44, begins=(0.3, 0.7), off=0.004, beyond=0.008, wide=0.0024),), **tousled),
        Sheet(crown, 30, 10, seed=52, wisps=(Wisps(20, begins=(0.4, 0.7), off=0.004, beyond=0.008, wide=0.0024),), span=(0.2, 1.0), **tousled),
        *(Sheet(side(sign, back), 26, 8, seed=53 + number, span=(0.05, 1.0), depth=0.8, **short) for number, (sign, back) in enumerate(((1, 0), (-1, 0), (1, 26), (-1, 26)))),
    ]
