"""Selects the skin of the lips and adds the fine vertical lines in it."""

import numpy as np

from .face_map import MOUTH_CORNER, lower_lip_border, upper_lip_border
from .noise import Noise, step

# Metres over which lip becomes skin, and by which the border wanders.
SOFT = 0.0021
WANDER = 0.0009


def lip_share(places: np.ndarray, lip_ring: np.ndarray, noise: Noise) -> np.ndarray:
    """0 to 1 at places of the face's map [n x 3]; `lip_ring` counts rings of the mesh from the inside of the mouth [n]."""
    share = np.zeros(len(places))
    near = np.nonzero(lip_ring < 12)[0]
    x, y = np.abs(places[near, 0]), places[near, 1]
    wander = WANDER * noise.value(places[near] + 11, 0.003, 2)
    inside = np.minimum(upper_lip_border(x) - y, y - lower_lip_border(x)) + wander - 2 * np.maximum(x - MOUTH_CORNER[0], 0)
    # Skin that is folded into the mouth is lip everywhere.
    share[near] = np.maximum(step(-SOFT, SOFT, inside), step(3.5, 2.0, lip_ring[near]))
    return share


def lip_lines(places: np.ndarray, noise: Noise) -> np.ndarray:
    """Height, about -.5 to .5, of lines that run up and down and fan out a little from the middle."""
    x, y, z = places.T
    fan = x * (1 - 4.0 * np.abs(y + 0.067))
    fine = noise.value(np.stack([fan, y * 0.10, z * 0.10], 1) + 12, 0.0013, 2)
    coarse = noise.value(np.stack([fan, y * 0.16, z * 0.16], 1) + 13, 0.0032, 1)
    return 0.6 * fine + 0.5 * coarse
