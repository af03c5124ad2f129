"""Light on meshes, calculated at sample points: the expensive part runs once, and the result is available at any texel at low cost."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..mesh import vertex_normals
from .blockers import Blockers, strew, thin
from .light import irradiance
from .memo import remembered
from .scatter import SurfaceValues, scatter, soften

# Metres between points: skin has small shades, cloth has large ones.
SKIN_SPACING = 0.0010
CLOTH_SPACING = 0.0026
BLOCKER_SPACING = 0.0010


@dataclass(frozen=True)
class Surface:
    """A mesh to be lit: positions [n x 3], metres, and triangles [m x 3]. Light enters skin, and comes out elsewhere."""

    positions: np.ndarray
    triangles: np.ndarray
    skin: bool = False


def light_surfaces(
    surfaces: dict[str, Surface], blockers: list[Blockers], memory: Path | None = None
) -> dict[str, SurfaceValues]:
    """
    Returns the irradiance on each surface. Everything that blocks light, including the surfaces, is in the blockers. `memory` is a
    folder.
    """
    strewn = {name: _points(surface) for name, surface in surfaces.items()}
    points = np.concatenate([points for points, _ in strewn.values()])
    normals = np.concatenate([normals for _, normals in strewn.values()])
    inputs = [points, normals, *(group.points for group in blockers), np.array([group.opacity for group in blockers])]
    light = remembered(memory, inputs, lambda: irradiance(points, normals, blockers))
    lit, first = {}, 0
    for name, (points, normals) in strewn.items():
        spread, spacing = (scatter, SKIN_SPACING) if surfaces[name].skin else (soften, CLOTH_SPACING)
        values = spread(points, normals, light[first : first + len(points)], spacing)
        lit[name] = SurfaceValues(points, normals, values, spacing)
        first += len(points)
    return lit


def block(*meshes: tuple[np.ndarray, np.ndarray], opacity: float = 1.0) -> Blockers:
    """Blockers of meshes, each positions [n x 3] and triangles [m x 3]."""
    points = np.concatenate([strew(positions, triangles, BLOCKER_SPACING)[2] for positions, triangles in meshes])
    return Blockers(points[thin(points, BLOCKER_SPACING)], opacity)


def _points(surface: Surface) -> tuple[np.ndarray, np.ndarray]:
    spacing = SKIN_SPACING if surface.skin else CLOTH_SPACING
    vertices = vertex_normals(surface.positions, surface.triangles)
    owner, weight, points = strew(surface.positions, surface.triangles, 0.65 * spacing)
    kept = thin(points, spacing)
    normals = np.einsum("nk,nkc->nc", weight[kept], vertices[surface.triangles[owner[kept]]])
    return points[kept], normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
