"""The smooth body that hair is laid over: skull without ears, and below it the way hair would hang."""

import numpy as np
from scipy.spatial import cKDTree

from ..mesh import unit
from .scalp import MIDDLE, Scalp

# Metres: below this height hair hangs where the skull ends, as on a cylinder.
HANGS = -0.012
# Radians over which the skull is smoothed.
SMOOTH = 0.07
NEAREST = 48


class Hull:
    """
    Styles are specified in metres of the base mesh, so that the same style fits every head. `to_person` [n x 3] scales them by axis with
    the proportions of the person's skull.
    """

    def __init__(self, scalp: Scalp) -> None:
        skull = scalp.on_head & (scalp.base[:, 1] > -0.03) & (np.abs(scalp.base[:, 0]) < 0.0689)
        pairs = [np.polyfit(scalp.base[skull, axis], scalp.points[skull, axis], 1) for axis in range(3)]
        self.scale, self.offset = np.array(pairs).T
        out = self.from_person(scalp.points[scalp.on_head]) - MIDDLE
        self._radii = np.linalg.norm(out, axis=1)
        self._tree = cKDTree(out / self._radii[:, None])

    def to_person(self, places: np.ndarray) -> np.ndarray:
        return places * self.scale + self.offset

    def from_person(self, places: np.ndarray) -> np.ndarray:
        return (places - self.offset) / self.scale

    def radius(self, ways: np.ndarray) -> np.ndarray:
        """Metres from the middle to the skull along unit vectors [n x 3]."""
        away, index = self._tree.query(ways, k=NEAREST)
        weight = np.exp(-((away / SMOOTH) ** 2)) + 1e-9
        return (self._radii[index] * weight).sum(1) / weight.sum(1)

    def beside(self, azimuth: float, height: float, lift: float) -> np.ndarray:
        """
        Returns a point of the skull at a height, `azimuth` degrees from the front towards the person's left; below the skull, on a
        cylinder.
        """
        around = np.array([np.sin(np.radians(azimuth)), 0.0, np.cos(np.radians(azimuth))])
        rise = max(height, HANGS) - MIDDLE[1]
        out = 0.08
        for _ in range(12):
            way = unit(around * out + np.array([0, rise, 0]))
            out = np.sqrt(max(float(self.radius(way[None])[0]) ** 2 - rise**2, 1e-6))
        foot = around * out + np.array([0, rise, 0])
        lifted = foot + lift * unit(foot) if height > HANGS else foot + lift * around
        return MIDDLE + lifted + np.array([0, min(height - HANGS, 0), 0])

    def above(self, x: float, z: float, lift: float) -> np.ndarray:
        """Returns the point of the crown above (x, z)."""
        flat = np.array([x, 0.0, z]) - MIDDLE * [1, 0, 1]
        rise = 0.08
        for _ in range(12):
            way = unit(flat + np.array([0, rise, 0]))
            rise = np.sqrt(max(float(self.radius(way[None])[0]) ** 2 - float(flat @ flat), 1e-6))
        foot = flat + np.array([0, rise, 0])
        return MIDDLE + foot + lift * unit(foot)

    def off(self, places: np.ndarray, least: np.ndarray | float) -> np.ndarray:
        """Moves places [n x 3] of the skull's height out to at least `least` metres off it."""
        out = places - MIDDLE
        length = np.linalg.norm(out, axis=1)
        way = out / np.maximum(length, 1e-9)[:, None]
        wanted = np.where(places[:, 1] > HANGS, self.radius(way) + least, 0)
        return MIDDLE + way * np.maximum(length, wanted)[:, None]
