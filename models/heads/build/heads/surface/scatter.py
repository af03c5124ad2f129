"""Light under the skin: it comes out again some way from where it went in, red the farthest, so that shade has a soft red edge."""

import numpy as np
from scipy.sparse import csr_matrix
from scipy.spatial import cKDTree

# Metres that red, green and blue light spreads (standard deviation), after the mean free paths of Jensen et al. 2001.
SPREAD = (0.0042, 0.0019, 0.0012)
# Share of the light that stays where it falls, of each colour.
STAYS = (0.30, 0.42, 0.52)
NEIGHBOURS = 10
# How often light on cloth is blended with that of its neighbours.
SOFTENED = 6


def scatter(points: np.ndarray, normals: np.ndarray, light: np.ndarray, spacing: float) -> np.ndarray:
    """Returns the irradiance [n x 3] diffused between points about `spacing` metres apart with similar normals."""
    blend, step = _neighbourhood(points, normals, spacing)
    spread = light.copy()
    for colour in range(3):
        for _ in range(max(1, round(SPREAD[colour] ** 2 / step))):
            spread[:, colour] = blend @ spread[:, colour]
    stays = np.array(STAYS)
    # What stays is smoothed a little as well: rays are few.
    return stays * (blend @ light) + (1 - stays) * spread


def soften(points: np.ndarray, normals: np.ndarray, light: np.ndarray, spacing: float) -> np.ndarray:
    """Irradiance [n x 3] without the grain that few rays leave."""
    blend, _ = _neighbourhood(points, normals, spacing)
    for _ in range(SOFTENED):
        light = blend @ light
    return light


def _neighbourhood(points: np.ndarray, normals: np.ndarray, spacing: float) -> tuple[csr_matrix, float]:
    """The blend of each point with its neighbours, and the variance along the surface, per axis, that it adds."""
    distance, other = cKDTree(points).query(points, NEIGHBOURS + 1)
    alike = np.clip(np.einsum("nc,nkc->nk", normals, normals[other]) + 0.2, 0, 1)
    weight = np.exp(-((distance / (1.3 * spacing)) ** 2)) * alike
    weight /= weight.sum(1, keepdims=True)
    n = len(points)
    blend = csr_matrix((weight.ravel(), (np.repeat(np.arange(n), NEIGHBOURS + 1), other.ravel())), (n, n))
    return blend, float((weight * distance**2).sum(1).mean()) / 2


class SurfaceValues:
    """Values known at points of a surface, blended at any other place of it."""

    def __init__(self, points: np.ndarray, normals: np.ndarray, values: np.ndarray, spacing: float) -> None:
        self._tree = cKDTree(points)
        self._normals, self._values, self._spacing = normals, values, spacing

    def at(self, places: np.ndarray, normals: np.ndarray) -> np.ndarray:
        """[n x k] at places with unit normals [n x 3]."""
        distance, near = self._tree.query(places, 6)
        alike = np.clip(np.einsum("nc,nkc->nk", normals, self._normals[near]), 0.02, 1) ** 2
        # Relative to the nearest: a place far from all points takes the nearest one's value.
        away = distance - distance[:, :1]
        weight = np.exp(-(away * (away + 2 * distance[:, :1])) / (0.9 * self._spacing) ** 2) * alike
        weight /= weight.sum(1, keepdims=True)
        return np.einsum("nk,nkc->nc", weight, self._values[near])
