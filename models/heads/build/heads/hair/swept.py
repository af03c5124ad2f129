"""leo: short at the sides, longer on top and swept up, back and aside."""

import numpy as np

from .hull import Hull
from .sheets import Sheet


def sheets(hull: Hull) -> list[Sheet]:
    above, beside = hull.above, hull.beside

    def front(azimuth: float, line: float):
        x = 0.078 * np.sin(np.radians(azimuth))
        edge = (abs(azimuth) / 52) ** 2
        return [
            beside(azimuth, line, 0.0008),
            beside(0.98 * azimuth, line + 0.013, 0.0115 - 0.004 * edge),
            above(x - 0.003, 0.000 - 0.008 * edge, 0.0205 - 0.009 * edge),
            above(x - 0.009, -0.032, 0.0180 - 0.006 * edge),
            above(x - 0.013, -0.064, 0.0120 - 0.004 * edge),
        ]

    quiff = np.array([front(*stop) for stop in ((-52, 0.047), (-40, 0.060), (-22, 0.0655), (-6, 0.066), (6, 0.066), (22, 0.0655), (40, 0.060), (52, 0.047))])
    crown = np.array(
        [
            [above(x, -0.022, 0.004), above(x - 0.004, -0.046, 0.0155), above(x - 0.008, -0.078, 0.0150), above(0.9 * x - 0.010, -0.108, 0.0080)]
            for x in (-0.058, -0.036, -0.012, 0.012, 0.036, 0.058)
        ]
    )

    def side(sign: int, back: float):
        rows = (
            ((48, 0.056, 0.0010), (57, 0.066, 0.0095), (73, 0.071, 0.0125), (93, 0.062, 0.0105)),
            ((55, 0.045, 0.0010), (65, 0.051, 0.0075), (81, 0.050, 0.0098), (99, 0.038, 0.0078)),
            ((62, 0.032, 0.0008), (70, 0.035, 0.0052), (84, 0.030, 0.0068), (100, 0.015, 0.0050)),
            ((65, 0.018, 0.0006), (72, 0.017, 0.0036), (84, 0.010, 0.0045), (97, -0.004, 0.0030)),
            ((66, 0.002, 0.0004), (70, 0.000, 0.0020), (76, -0.004, 0.0024), (84, -0.012, 0.0016)),
        )
        return np.array([[beside(sign * (azimuth + back), height, lift) for azimuth, height, lift in row] for row in rows[: 5 if back == 0 else 4]])

    tousled = {"relief": 0.0030, "lock": 0.010, "fray": 0.0055, "wave": 0.0012, "turns": 0.8, "calm": 0.2}
    short = {"relief": 0.0012, "lock": 0.007, "fray": 0.0022}
    return [
        Sheet(quiff, 48, 14, seed=51, **tousled),
        Sheet(crown, 30, 10, seed=52, span=(0.2, 1.0), **tousled),
        *(Sheet(side(sign, back), 26, 8, seed=53 + number, span=(0.05, 1.0), depth=0.8, **short) for number, (sign, back) in enumerate(((1, 0), (-1, 0), (1, 26), (-1, 26)))),
    ]
