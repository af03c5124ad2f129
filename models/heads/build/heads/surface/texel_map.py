"""Maps each texel of a texture to a position on the mesh."""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import distance_transform_edt

# Texels reach over the edges of their triangle by this much of it, so that neighbours leave no cracks.
OVERLAP = 0.06


@dataclass(frozen=True)
class TexelMap:
    """Texels that a mesh covers: rows and columns [n], and vertex values blended at each, [n x k]."""

    height: int
    width: int
    rows: np.ndarray
    columns: np.ndarray
    values: np.ndarray

    def picture(self, values: np.ndarray) -> np.ndarray:
        """[height x width x k] with the values of covered texels; the others take the nearest one's."""
        values = np.asarray(values)
        covered = np.zeros((self.height, self.width), bool)
        covered[self.rows, self.columns] = True
        picture = np.zeros((self.height, self.width, *values.shape[1:]), values.dtype)
        picture[self.rows, self.columns] = values
        nearest = distance_transform_edt(~covered, return_distances=False, return_indices=True)
        return picture[tuple(nearest)]


def map_texels(uv: np.ndarray, triangles: np.ndarray, values: np.ndarray, height: int, width: int) -> TexelMap:
    """
    Rasterises a mesh in the plane of its texture. uv: [vertices x 2], v down; triangles: [m x 3]; values: [vertices x k].
    Of overlapping triangles the last one wins.
    """
    picture = np.zeros((height, width, values.shape[1]), np.float32)
    covered = np.zeros((height, width), bool)
    places = uv * (width, height) - 0.5
    values = values.astype(np.float32)
    for corners in triangles:
        (x0, y0), (x1, y1), (x2, y2) = places[corners]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if abs(area) < 1e-9:
            continue
        left, right = max(0, int(np.ceil(min(x0, x1, x2) - 0.7))), min(width - 1, int(max(x0, x1, x2) + 0.7))
        top, bottom = max(0, int(np.ceil(min(y0, y1, y2) - 0.7))), min(height - 1, int(max(y0, y1, y2) + 0.7))
        if right < left or bottom < top:
            continue
        x = np.arange(left, right + 1)[None]
        y = np.arange(top, bottom + 1)[:, None]
        b = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area
        c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area
        a = 1 - b - c
        inside = (a > -OVERLAP) & (b > -OVERLAP) & (c > -OVERLAP)
        weights = np.stack([a[inside], b[inside], c[inside]], 1)
        picture[top : bottom + 1, left : right + 1][inside] = weights @ values[corners]
        covered[top : bottom + 1, left : right + 1] |= inside
    rows, columns = np.nonzero(covered)
    return TexelMap(height, width, rows, columns, picture[rows, columns])
