"""Objects that block light, as points that are dense enough for depth maps without holes in every direction."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Blockers:
    """Points [n x 3] that stop light. `opacity` is the share of it that they stop: hair lets some through."""

    points: np.ndarray
    opacity: float = 1.0


def strew(positions: np.ndarray, triangles: np.ndarray, spacing: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """
    Points not farther apart than `spacing` (metres) over triangles: the triangle of each [n] and its weights of the corners
    [n x 3], and the places [n x 3]. Without chance: the same mesh gives the same points.
    """
    corners = positions[triangles]
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(1)
    steps = np.maximum(1, np.ceil(edges / spacing)).astype(int)
    owners, weights = [], []
    for count in np.unique(steps):
        of = np.nonzero(steps == count)[0]
        i, j = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
        inside = i + j < count
        a, b = (i[inside] + 1 / 3) / count, (j[inside] + 1 / 3) / count
        grid = np.stack([1 - a - b, a, b], 1)
        owners.append(np.repeat(of, len(grid)))
        weights.append(np.tile(grid, (len(of), 1)))
    owner, weight = np.concatenate(owners), np.concatenate(weights)
    return owner, weight, np.einsum("nk,nkc->nc", weight, corners[owner])


def thin(points: np.ndarray, spacing: float) -> np.ndarray:
    """Indices of points of which no two share a cell of `spacing` metres."""
    cells = np.floor(points / spacing).astype(np.int64)
    cells -= cells.min(0)
    extent = cells.max(0) + 1
    keys = (cells[:, 0] * extent[1] + cells[:, 1]) * extent[2] + cells[:, 2]
    return np.sort(np.unique(keys, return_index=True)[1])
