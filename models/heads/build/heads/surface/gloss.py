"""How much skin shines, for the texture's alpha: the highlight itself is drawn where the light is, when the head turns."""

import numpy as np

from . import face_map as at
from .looks import Look
from .noise import Noise, bell, step
from .skin import beard_area


def skin_gloss(
    places: np.ndarray,
    lip: np.ndarray,
    lip_ring: np.ndarray,
    lid_ring: np.ndarray,
    height: np.ndarray,
    look: Look,
    noise: Noise,
) -> np.ndarray:
    """0 to 1 at places of the face's map [n x 3]. `height` of the relief breaks it up."""
    gloss = np.full(len(places), 0.15)
    gloss += 0.27 * bell(places, at.FOREHEAD, (0.030, 0.016, 0.04))
    gloss += 0.48 * bell(places, at.NOSE_TIP, (0.011, 0.010, 0.02)) + 0.30 * bell(places, at.NOSE_BRIDGE, (0.006, 0.022, 0.02))
    gloss += 0.26 * bell(places, at.CHIN, (0.013, 0.010, 0.03)) + 0.16 * bell(places, at.PHILTRUM, (0.007, 0.006, 0.02))
    for side in (1, -1):
        mirror = places * (side, 1, 1)
        gloss += 0.30 * bell(mirror, at.CHEEKBONE, (0.017, 0.011, 0.03))
        gloss += 0.25 * bell(mirror, (0.031, 0.0085, 0.016), (0.013, 0.004, 0.02))
        gloss += 0.45 * bell(mirror, at.INNER_CORNER, (0.0035, 0.0030, 0.02))
    gloss *= 1 - 0.55 * beard_area(places) * min(1, (look.stubble + look.beard) * 1.4)
    gloss *= 1 - 0.7 * step(-0.10, -0.13, places[:, 1])
    gloss *= look.shine * (1 + 0.30 * noise.value(places + 31, 0.009, 2))
    gloss *= 1 + (0.9 - 0.5 * look.smooth) * height
    moist = look.lip_gloss * (0.72 + 0.25 * step(6.0, 3.0, lip_ring)) * (1 + 0.5 * height)
    gloss = gloss * (1 - lip) + moist * lip
    rim = step(3.4, 2.6, lid_ring)
    return np.clip(np.maximum(gloss, 0.55 * rim), 0, 1)
