"""Details that are too fine for the mesh: heights of pores, lines of lips and creases, and the effect of the key light on them."""

import numpy as np

from .creases import crease_depth
from .lips import lip_lines
from .looks import Look
from .noise import Noise, bell
from . import face_map as at

# Metres between the two places whose heights are compared.
REACH = 0.00045


def heights(places: np.ndarray, lip: np.ndarray, look: Look, noise: Noise) -> np.ndarray:
    """Of skin at places of the face's map [n x 3], about -1 to 1; pores are holes of half a millimetre."""
    grain = noise.value(places + 21, 0.0011, 2)
    coarse = bell(places, at.NOSE_TIP, (0.016, 0.016, 0.02))
    for cheek in at.both_sides(at.CHEEK):
        coarse += 0.7 * bell(places, cheek - (np.sign(cheek[0]) * 0.012, 0, 0), (0.016, 0.014, 0.03))
    pores = -np.maximum(-noise.value(places + 22, 0.0016, 1) - 0.12, 0) * coarse
    height = (1 - lip) * (1 - look.smooth) * (0.40 * grain + 2.2 * pores) + lip * lip_lines(places, noise)
    if look.age > 0:
        height -= 1.5 * look.age * crease_depth(places) * (1 - lip)
        height += 0.35 * look.age * (1 - lip) * noise.value(places * (0.35, 1, 1) + 23, 0.0016, 1)
    return height


def relief_shade(
    places: np.ndarray, normals: np.ndarray, towards_key: np.ndarray, lip: np.ndarray, look: Look, noise: Noise
) -> tuple[np.ndarray, np.ndarray]:
    """The factor of light [n] that its slope towards the key gives each place, and its height [n]."""
    height = heights(places, lip, look, noise)
    along = towards_key - (normals @ towards_key)[:, None] * normals
    ahead = heights(places + REACH * along, lip, look, noise)
    return np.clip(1 + 0.55 * (height - ahead), 0.62, 1.38), height
