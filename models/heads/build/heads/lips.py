"""Lips that touch at rest along their whole width."""

import numpy as np
from scipy.ndimage import gaussian_filter1d

from .form import Form
from .regions import Regions

# Rings of the base mesh from the inside of the mouth: the edges of both lips and the parts that move with them.
EDGE_RINGS = 4
MOVED_RINGS = 10
# Columns across the mouth, and metres to either side that each looks at.
COLUMNS = 41
REACH = 0.003
# Metres by which the lower lip reaches over the line where they meet, so that none shows when the mesh is refined.
OVERLAP = 0.0007
TOUCHING = -0.0004


def seal_lips(form: Form, regions: Regions) -> None:
    """Raises the lower lip where there is a gap; works on the form itself."""
    positions, opening = form.positions, form.shapes["jawOpen"][:, 1]
    edge = np.nonzero(regions.lip_rings <= EDGE_RINGS)[0]
    moved = np.nonzero(regions.lip_rings <= MOVED_RINGS)[0]
    corner = np.abs(positions[regions.lip_rings == 0, 0]).max()
    columns = np.linspace(-corner, corner, COLUMNS)
    for _ in range(2):
        gaps = np.array([_gap(positions, opening, edge, x) for x in columns])
        inside = np.abs(columns) < 0.98 * corner
        lift = gaussian_filter1d(np.maximum(gaps, 0), 1.0) + OVERLAP * (inside & (gaps > TOUCHING))
        farthest = np.array([_farthest(positions, opening, moved, x) for x in columns])
        x = positions[moved, 0]
        lower = np.clip((opening[moved] / np.minimum(np.interp(x, columns, farthest), -1e-4) - 0.35) / 0.3, 0, 1)
        near = np.clip((MOVED_RINGS - 1 - regions.lip_rings[moved]) / 5, 0, 1)
        positions[moved, 1] += np.interp(x, columns, lift) * lower * near * (np.abs(x) <= corner)


def _gap(positions: np.ndarray, opening: np.ndarray, edge: np.ndarray, x: float) -> float:
    """Returns the gap between the lowest point of the upper lip and the highest of the lower lip, which the jaw moves down."""
    near = edge[np.abs(positions[edge, 0] - x) < REACH]
    if len(near) < 4:
        return 0.0
    middle = (opening[near].min() + opening[near].max()) / 2
    upper, lower = near[opening[near] > middle], near[opening[near] <= middle]
    if len(upper) == 0 or len(lower) == 0:
        return 0.0
    return float(positions[upper, 1].min() - positions[lower, 1].max())


def _farthest(positions: np.ndarray, opening: np.ndarray, moved: np.ndarray, x: float) -> float:
    near = moved[np.abs(positions[moved, 0] - x) < 0.004]
    return float(opening[near].min()) if len(near) > 0 else -0.1
