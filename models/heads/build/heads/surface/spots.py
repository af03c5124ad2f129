"""Spots strewn over skin: freckles, moles, the roots of a shaven beard."""

import numpy as np
from scipy.spatial import cKDTree


def strew_spots(rng: np.random.Generator, places: np.ndarray, density: np.ndarray, count: int) -> np.ndarray:
    """`count` of the places [n x 3], more of them where density [n] is larger."""
    chosen = rng.choice(len(places), count, replace=False, p=density / density.sum())
    return places[np.sort(chosen)]


def spot_cover(
    places: np.ndarray, spots: np.ndarray, radii: np.ndarray, strengths: np.ndarray, reach: float
) -> np.ndarray:
    """How much of each place [n] the spots cover, 0 to 1: full in their middle, soft at the edge; radii in metres."""
    cover = np.zeros(len(places))
    distance, near = cKDTree(spots).query(places, 2, distance_upper_bound=reach)
    for k in range(2):
        found = np.isfinite(distance[:, k])
        index = near[found, k]
        away = distance[found, k] / radii[index]
        cover[found] = np.maximum(cover[found], strengths[index] * np.exp(-(away**2.4)))
    return cover
