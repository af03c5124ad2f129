"""Noise in space: textures painted with it have no seams in any layout. Lengths are metres."""

import numpy as np
from scipy.ndimage import map_coordinates

LATTICE = 64


class Noise:
    """Value noise of one seed: the same points give the same values, always."""

    def __init__(self, seed: int) -> None:
        self._lattice = np.random.default_rng(seed).random((LATTICE,) * 3, dtype=np.float32)

    def value(self, points: np.ndarray, size: float, octaves: int = 1) -> np.ndarray:
        """[n] values of about -.5 to .5; `size` is the length of the largest blotches, each octave halves it."""
        total = np.zeros(len(points), np.float32)
        weights = 0.0
        rows = np.ascontiguousarray(points.T, np.float32)
        for octave in range(octaves):
            weight = 0.5**octave
            # Octaves are shifted: lattices that meet at the origin would show there.
            places = rows * np.float32(2**octave / size) + np.float32(17.31 * octave + 31.7)
            cell = np.floor(places)
            part = places - cell
            # Perlin's fade: cells do not show as facets.
            places = cell + part * part * part * (part * (6 * part - 15) + 10)
            total += weight * map_coordinates(self._lattice, places, order=1, mode="grid-wrap", output=np.float32)
            weights += weight
        return total / weights - 0.5


def step(low: float, high: float, values: np.ndarray) -> np.ndarray:
    """Smooth step from 0 at `low` to 1 at `high`, which may be the smaller."""
    share = np.clip((np.asarray(values) - low) / (high - low), 0, 1)
    return share * share * (3 - 2 * share)


def bell(points: np.ndarray, middle, radii) -> np.ndarray:
    """1 in the middle, falling as Gauss's bell does with the distance in units of `radii`, along each axis."""
    away = sum(((points[:, k] - middle[k]) / radii[k]) ** 2 for k in range(3))
    return np.exp(-away)
