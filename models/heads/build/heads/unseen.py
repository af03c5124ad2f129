"""
Removes parts that no pose shows: skin below clothes and hair, the shell of the scalp below locks, and the far sides of ears. Sample
points on every part are compared with depth maps of the whole head in a grid of poses that slightly exceeds the poses that are drawn.
"""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from scipy.ndimage import maximum_filter, minimum_filter

from .description import CAMERA
from .glb import DrawnPart
from .mesh import Part, keep_triangles
from .surface.blockers import strew

# Degrees, two more than the limits of a head (packages/face/src/head/head-transforms.ts). A roll changes only the visibility between head
# and torso.
YAWS, PITCHES = (-26, -19.5, -13, -6.5, 0, 6.5, 13, 19.5, 26), (-15, -7.5, 0, 7.5, 15)
FAR_YAWS, FAR_PITCHES, ROLLS = YAWS[::4], PITCHES[::2], (-22, 22)
# Shapes that may uncover a neck. Each is checked at the corners of the grid.
SHAPES = ("jawOpen", "jawLeft", "jawRight")
# Parts whose triangles may go. Nothing about the mouth: behind a hole in it lies the sky.
THINNED = ("skin", "garment", "hair_cap", "hair")
# Metres by which a shape moves what stays: lids, lips and cheeks may come out from wherever they are.
MOVES = 0.0005
# Metres between points, and the side of a cell of a map; how far behind another a point is hidden.
SPACING, CELL, BEHIND = 0.0010, 0.0011, 0.0012
# Metres about the line of sight that a map shows, in the plane of the eyes.
REACH = 0.30
# Levels of alpha: from the first one hair hides objects behind it; from the second one it is visible.
DENSE, FAINT = 225, 25


@dataclass(frozen=True)
class _Strewn:
    """Points of a part [n x 3]: the triangle of each, how far it turns with the head, and which of them hide and are seen."""

    one: DrawnPart
    owner: np.ndarray
    points: np.ndarray
    share: np.ndarray
    hides: np.ndarray
    shows: np.ndarray
    shapes: dict[str, np.ndarray]


def leave_out_unseen(drawn: list[DrawnPart], pivot: np.ndarray) -> list[DrawnPart]:
    """`pivot`: metres, about which the head turns."""
    strewn = [_strew(one) for one in drawn if one.material.alpha != "BLEND"]
    seen = {each.one.name: np.zeros(len(each.one.part.triangles), bool) for each in strewn}
    for pose in (*product(YAWS, PITCHES, (0,)), *product(FAR_YAWS, FAR_PITCHES, ROLLS)):
        _look(strewn, seen, pivot, pose, None)
    for shape, *pose in product(SHAPES, FAR_YAWS, FAR_PITCHES, (0,)):
        _look(strewn, seen, pivot, pose, shape)
    return [
        replace(one, part=keep_triangles(one.part, _kept(one.part, seen[one.name]))) if one.name in THINNED else one for one in drawn
    ]


def _kept(part: Part, seen: np.ndarray) -> np.ndarray:
    """Returns the triangles that were seen, their neighbours and moving triangles."""
    _, same = np.unique(np.round(part.positions, 6), axis=0, return_inverse=True)
    same = same.reshape(-1)[part.triangles]
    touched = np.zeros(same.max() + 1, bool)
    touched[same[seen]] = True
    moved = np.zeros(len(part.positions))
    for offsets in part.shapes.values():
        moved = np.maximum(moved, np.abs(offsets).max(1))
    return touched[same].any(1) | (moved[part.triangles] > MOVES).any(1)


def _strew(one: DrawnPart) -> _Strewn:
    part = one.part
    owner, weights, points = strew(part.positions, part.triangles, SPACING)
    corners = part.triangles[owner]

    def blended(values: np.ndarray) -> np.ndarray:
        return np.einsum("nk,nk...->n...", weights, values[corners])

    hides = shows = np.ones(len(owner), bool)
    if one.material.alpha == "MASK":
        alpha = one.picture[..., 3]
        height, width = alpha.shape
        u, v = blended(part.uv).T
        row, column = (v * height).astype(int).clip(0, height - 1), (u * width).astype(int).clip(0, width - 1)
        hides, shows = minimum_filter(alpha, 3)[row, column] >= DENSE, maximum_filter(alpha, 5)[row, column] >= FAINT
    shapes = {name: blended(part.shapes[name]) for name in SHAPES if name in part.shapes}
    return _Strewn(one, owner, points, blended(part.head_share), hides, shows, shapes)


def _look(strewn: list[_Strewn], seen: dict[str, np.ndarray], pivot: np.ndarray, pose, shape: str | None) -> None:
    """Marks the triangles of which a point is seen in a pose (yaw, pitch, roll in degrees)."""
    rotation = _rotation(*np.radians(pose))
    camera = np.array(CAMERA["position"])
    side = int(np.ceil(2 * REACH / CELL)) + 2
    depths = np.full(side * side, np.inf)
    asked = []
    for each in strewn:
        part = each.one.part
        points, corners = each.points, part.positions
        if shape in each.shapes:
            points, corners = points + each.shapes[shape], corners + part.shapes[shape]
        facing = np.ones(len(points), bool)
        if not each.one.material.double_sided:
            facing = _faces(_turned(corners, part.head_share, rotation, pivot)[part.triangles], camera)[each.owner]
        asks = each.shows & ~seen[each.one.name][each.owner]
        here = np.nonzero(facing & (each.hides | asks))[0]
        place = camera - _turned(points[here], each.share[here], rotation, pivot)
        # Across and up in the plane of the eyes.
        cells = (REACH - place[:, :2] / place[:, 2:] * camera[2]) / CELL
        hides = each.hides[here]
        inside = np.clip(cells[hides].astype(int), 0, side - 1)
        np.minimum.at(depths, inside[:, 0] * side + inside[:, 1], place[hides, 2])
        wanted = asks[here]
        asked.append((each, each.owner[here[wanted]], cells[wanted], place[wanted, 2]))
    # A point is hidden only if all cells around it are covered: points within two millimetres of the edge of another part count as
    # visible.
    depths = maximum_filter(depths.reshape(side, side), 3).reshape(-1)
    for each, owner, cells, depth in asked:
        corner = np.clip(cells - 0.5, 0, side - 2).astype(int)
        hidden = np.ones(len(owner), bool)
        for dx, dy in product((0, 1), (0, 1)):
            hidden &= depths[(corner[:, 0] + dx) * side + corner[:, 1] + dy] < depth - BEHIND
        seen[each.one.name][owner[~hidden]] = True


def _turned(points: np.ndarray, share: np.ndarray, rotation: np.ndarray, pivot: np.ndarray) -> np.ndarray:
    return points + share[:, None] * ((points - pivot) @ rotation.T + pivot - points)


def _faces(corners: np.ndarray, camera: np.ndarray) -> np.ndarray:
    a, b, c = (corners[:, k] for k in range(3))
    return (np.cross(b - a, c - a) * (camera - a)).sum(1) > 0


def _rotation(yaw: float, pitch: float, roll: float) -> np.ndarray:
    """Pitch, then yaw, then roll about the line of sight, in radians."""
    cy, sy, cp, sp, cr, sr = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch), np.cos(roll), np.sin(roll)
    turned = np.array([[cy, sy * sp, sy * cp], [0, cp, -sp], [-sy, cy * sp, cy * cp]])
    return np.array([[cr, sr, 0], [-sr, cr, 0], [0, 0, 1]]) @ turned
