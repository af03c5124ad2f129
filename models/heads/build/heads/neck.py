"""How far skin lies from the middle of a neck, all around: what collars are laid along."""

import numpy as np
from scipy.interpolate import RegularGridInterpolator

from .form import Form
from .regions import Regions

# Metres; the middle of the neck lies this far behind the eyes.
AXIS_Z = -0.075
TOP, BOTTOM, STEP = -0.085, -0.262, 0.003
TURNS = 72
# Metres from the axis at which rims lie.
RIM = 0.050
# The distance that is returned for a ray without a hit.
NOTHING = 0.30


class Neck:
    """Directions in radians: 0 to the viewer, a quarter turn to the person's left (+x)."""

    def __init__(self, form: Form, regions: Regions, scale: float) -> None:
        self.axis = np.array([0.0, 0.0, AXIS_Z * scale])
        triangles = np.array(
            [
                (face[0], face[k], face[k + 1])
                for face in (form.mesh.faces[number] for number in [*regions.head, *regions.torso])
                for k in range(1, len(face) - 1)
            ]
        )
        corners = form.positions[triangles] - self.axis
        corners = corners[(corners[:, :, 1].min(1) < TOP + 0.02) & (corners[:, :, 1].max(1) > BOTTOM - 0.02)]
        self.heights = np.arange(BOTTOM, TOP, STEP)
        self.turns = np.linspace(-np.pi, np.pi, TURNS + 1)
        grid = np.array([_hits(corners, height, self.turns) for height in self.heights]).T
        self._radius = RegularGridInterpolator((self.turns, self.heights), grid, bounds_error=False, fill_value=None)
        self._least = grid.min(1)
        head = form.positions[np.unique(np.concatenate([form.mesh.faces[number] for number in regions.head]))]
        self.chin = float(head[(np.abs(head[:, 0]) < 0.012) & (head[:, 2] > 0.015 * scale)][:, 1].min())

    def radius(self, turn: np.ndarray, height: np.ndarray) -> np.ndarray:
        """Metres from the axis to the skin."""
        return self._radius(np.stack(np.broadcast_arrays(turn, np.clip(height, BOTTOM, TOP - STEP)), -1))

    def least(self, turn: np.ndarray) -> np.ndarray:
        """The neck where it is thinnest."""
        return np.interp(turn, self.turns, self._least)

    def level(self, ahead: np.ndarray, above_chin: tuple[float, float]) -> np.ndarray:
        """
        Returns a plane around the neck from two heights, at the front and at the back, in metres above the chin. `ahead` is 1 in front of
        the neck, 0 beside it and -1 behind it: the cosine of a direction, or metres along z as a share of RIM.
        """
        before, behind = above_chin
        return self.chin + (before + behind) / 2 + (before - behind) / 2 * ahead

    def place(self, turn: np.ndarray, radius: np.ndarray, height: np.ndarray) -> np.ndarray:
        return np.stack([radius * np.sin(turn), height, radius * np.cos(turn) + self.axis[2]], -1)


def _hits(corners: np.ndarray, height: float, turns: np.ndarray) -> np.ndarray:
    """Distances at which rays from the axis at that height first meet triangles: in the plane, segments."""
    a, b, c = (corners[:, k] - [0, height, 0] for k in range(3))
    found = []
    for p, q in ((a, b), (b, c), (c, a)):
        crosses = p[:, 1] * q[:, 1] < 0
        t = p[crosses, 1] / (p[crosses, 1] - q[crosses, 1])
        found.append((np.nonzero(crosses)[0], p[crosses] + t[:, None] * (q[crosses] - p[crosses])))
    owners = np.concatenate([owner for owner, _ in found])
    points = np.concatenate([point for _, point in found])[:, [2, 0]]
    order = np.argsort(owners, kind="stable")
    owners, points = owners[order], points[order]
    pairs = np.nonzero(owners[:-1] == owners[1:])[0]
    start, along = points[pairs], points[pairs + 1] - points[pairs]
    least = np.full(len(turns), NOTHING)
    for k, turn in enumerate(turns):
        ray = np.array([np.cos(turn), np.sin(turn)])
        across = ray[0] * along[:, 1] - ray[1] * along[:, 0]
        safe = np.where(np.abs(across) < 1e-12, 1e-12, across)
        distance = (start[:, 0] * along[:, 1] - start[:, 1] * along[:, 0]) / safe
        share = (start[:, 0] * ray[1] - start[:, 1] * ray[0]) / safe
        met = distance[(share >= -1e-9) & (share <= 1 + 1e-9) & (distance > 0.004)]
        if len(met) > 0:
            least[k] = min(NOTHING, met.min())
    return least
