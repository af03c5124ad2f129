"""leo: short at the sides, longer on top and swept up, back and aside."""

import numpy as np

from .hull import Hull
from .sheets import Sheet
from .tufts import tuft
from .wisps import Wisps

# The height of the hairline in metres of the base mesh by degrees from the front.
FRONT = ([-52, -41, -27, -8, 8, 27, 41, 52], [0.048, 0.064, 0.0685, 0.0650, 0.0650, 0.0690, 0.065, 0.048])


def sheets(hull: Hull) -> list[Sheet]:
    above, beside = hull.above, hull.beside

    def front(azimuth: float, line: float):
        """Returns a guide from the hairline up and back. Guides nearer to the front lean more to his left."""
        x = 0.078 * np.sin(np.radians(azimuth))
        edge = (abs(azimuth) / 52) ** 2
        aside = 1 - edge
        if abs(azimuth) > 40:
            # Over the temples it lies back along the side.
            turn, higher = np.sign(azimuth), (52 - abs(azimuth)) / 11
            return [
                beside(azimuth, line, 0.0008),
                beside(azimuth + turn * (7 - 2 * higher), line + 0.012, 0.0045 + 0.001 * higher),
                beside(azimuth + turn * (20 - 6 * higher), 0.066 + 0.021 * higher, 0.0068 + 0.003 * higher),
                beside(azimuth + turn * (36 - 4 * higher), 0.069 + 0.024 * higher, 0.0078 + 0.004 * higher),
                beside(azimuth + turn * (52 - 2 * higher), 0.066 + 0.026 * higher, 0.0065 + 0.004 * higher),
            ]
        return [
            beside(azimuth, line, 0.0008),
            beside(azimuth + 7 * aside, line + 0.013, 0.0070 - 0.003 * edge),
            above(x + 0.010 * aside, 0.000 - 0.008 * edge, 0.0135 - 0.006 * edge),
            above(x + 0.016 * aside, -0.032, 0.0140 - 0.005 * edge),
            above(x + 0.014 * aside, -0.064, 0.0105 - 0.003 * edge),
        ]

    def lock(azimuth: float, width: float, higher: float):
        """Returns a lock of the front that projects from it."""
        x = 0.074 * np.sin(np.radians(azimuth))
        aside = 1 - (abs(azimuth) / 52) ** 2
        line = float(np.interp(azimuth, *FRONT))
        return tuft(
            [
                beside(azimuth, line + 0.003, 0.0010),
                beside(azimuth + 6 * aside, line + 0.013, 0.0085 * aside**0.3),
                above(x + 0.010 * aside, 0.002 - 0.006 * (1 - aside), 0.0130 + 0.0035 * aside + higher),
                above(x + 0.022 * aside, -0.022, 0.0145 + 0.0035 * aside + higher),
                above(x + 0.032 * aside, -0.046, 0.0135 + 0.5 * higher),
            ],
            width,
            0.30,
        )

    quiff = np.array([front(azimuth, line) for azimuth, line in zip(*FRONT)])
    locks = [lock(*stop) for stop in ((-19, 0.024, -0.0006), (-9, 0.026, 0.0014), (1, 0.024, 0.0), (10, 0.027, 0.0020), (18, 0.024, 0.0004))]
    crown = np.array(
        [
            [above(x, -0.022, 0.004), above(x - 0.004, -0.046, 0.0120), above(x - 0.008, -0.078, 0.0115), above(0.9 * x - 0.010, -0.108, 0.0055)]
            for x in (-0.044, -0.028, -0.010, 0.012, 0.034, 0.052)
        ]
    )

    def side(sign: int, back: float):
        rows = (
            ((48, 0.056, 0.0010), (57, 0.066, 0.0060), (73, 0.070, 0.0075), (93, 0.060, 0.0060)),
            ((55, 0.045, 0.0010), (65, 0.051, 0.0046), (81, 0.049, 0.0055), (99, 0.036, 0.0042)),
            ((62, 0.032, 0.0008), (70, 0.035, 0.0036), (84, 0.029, 0.0040), (100, 0.014, 0.0028)),
            ((65, 0.020, 0.0006), (69, 0.019, 0.0024), (77, 0.016, 0.0026), (88, 0.014, 0.0016)),
            ((65, 0.010, 0.0004), (67, 0.004, 0.0014), (69, -0.004, 0.0014), (70, -0.010, 0.0006)),
        )
        # Behind the ear there is no sideburn.
        return np.array([[beside(sign * (azimuth + back), height, lift * (1 if back == 0 else 0.6)) for azimuth, height, lift in row] for row in (rows if back == 0 else rows[:-1])])

    tousled = {"relief": 0.0020, "lock": 0.014, "fray": 0.0020, "wave": 0.0016, "turns": 0.8, "calm": 0.2}
    short = {"relief": 0.0010, "lock": 0.009, "fray": 0.0006}
    return [
        Sheet(quiff, 40, 12, seed=51, tone=0.95, wisps=(Wisps(16, begins=(0.1, 0.6), off=0.006, beyond=0.006, wide=0.0048),), **tousled),
        *(Sheet(guides, seed=70 + number, columns=6, points=10, relief=0.0006, lock=0.010, tone=1.0 + 0.03 * (-1) ** number) for number, guides in enumerate(locks)),
        Sheet(crown, 26, 8, seed=52, wisps=(Wisps(8, begins=(0.2, 0.7), off=0.006, beyond=0.006, wide=0.0048),), span=(0.2, 1.0), **tousled),
        *(Sheet(side(sign, back), 24, 7, seed=53 + number, span=(0.05, 1.0), depth=0.8, **short) for number, (sign, back) in enumerate(((1, 0), (-1, 0), (1, 26), (-1, 26)))),
    ]
