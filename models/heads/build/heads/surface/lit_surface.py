"""Light on a mesh, worked out at points strewn over it: what is expensive once, at any texel cheap."""

import numpy as np

from .blockers import Blockers, strew, thin, vertex_normals
from .light import irradiance
from .scatter import SurfaceValues, scatter, soften

# Metres between points: skin has small shades, cloth has large ones.
SKIN_SPACING = 0.0010
CLOTH_SPACING = 0.0026
BLOCKER_SPACING = 0.0010


def light_skin(positions: np.ndarray, triangles: np.ndarray, blockers: list[Blockers]) -> SurfaceValues:
    """Irradiance that has spread under the skin. The skin itself must be among the blockers."""
    points, normals = _points(positions, triangles, SKIN_SPACING)
    light = scatter(points, normals, irradiance(points, normals, blockers), SKIN_SPACING)
    return SurfaceValues(points, normals, light, SKIN_SPACING)


def light_cloth(positions: np.ndarray, triangles: np.ndarray, blockers: list[Blockers]) -> SurfaceValues:
    points, normals = _points(positions, triangles, CLOTH_SPACING)
    light = soften(points, normals, irradiance(points, normals, blockers), CLOTH_SPACING)
    return SurfaceValues(points, normals, light, CLOTH_SPACING)


def block(*meshes: tuple[np.ndarray, np.ndarray], opacity: float = 1.0) -> Blockers:
    """Blockers of meshes, each positions [n x 3] and triangles [m x 3]."""
    points = np.concatenate([strew(positions, triangles, BLOCKER_SPACING)[2] for positions, triangles in meshes])
    return Blockers(points[thin(points, BLOCKER_SPACING)], opacity)


def _points(positions: np.ndarray, triangles: np.ndarray, spacing: float) -> tuple[np.ndarray, np.ndarray]:
    vertices = vertex_normals(positions, triangles)
    owner, weight, points = strew(positions, triangles, 0.65 * spacing)
    kept = thin(points, spacing)
    normals = np.einsum("nk,nkc->nc", weight[kept], vertices[triangles[owner[kept]]])
    return points[kept], normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
