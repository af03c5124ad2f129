"""Strands as ribbons that face away from the head, bent across like a lock; each shows one lock of the shared picture."""

import numpy as np

from ..form import head_share
from ..mesh import Part
from .cards import LOCKS, lock_place
from .scalp import MIDDLE, Scalp, unit
from .strands import Strands

# How far the middle of a ribbon stands out over its edges, as a share of its half width.
CROWN = 0.35


def build_ribbons(strands: Strands, scalp: Scalp, random: np.random.Generator, crowned: bool = True) -> Part:
    """Three vertices across, or two. Attributes: `tone`, `depth` and `along` (0 root, 1 end) of each vertex, and its `normal`."""
    curves, half = strands.curves, strands.width
    count, points, _ = curves.shape
    along = unit(np.gradient(curves, axis=1))
    away, normal = scalp.distance(curves.reshape(-1, 3))
    away, normal = away.reshape(count, points), normal.reshape(curves.shape)
    # Far from the skin, hanging hair faces away from the axis of the head.
    radial = unit((curves - MIDDLE) * np.array([1, 0, 1]))
    free = (np.clip((away - 0.012) / 0.02, 0, 1) * np.clip((-0.02 - curves[..., 1]) / 0.04, 0, 1))[..., None]
    normal = unit(normal * (1 - free) + radial * free)
    normal = unit(normal - (normal * along).sum(-1, keepdims=True) * along)
    across = np.cross(along, normal)
    twist = random.normal(0, 0.18, (count, 1, 1))
    across, normal = across * np.cos(twist) + normal * np.sin(twist), normal * np.cos(twist) - across * np.sin(twist)
    columns = (-1.0, 0.0, 1.0) if crowned else (-1.0, 1.0)
    rows = [curves + across * (side * half)[..., None] + normal * (CROWN * half * (1 - side * side) if crowned else 0 * half)[..., None] for side in columns]
    facing = [unit(normal + 0.55 * side * across) for side in columns]
    positions = np.stack(rows, 2).reshape(-1, 3)
    lock = random.integers(LOCKS, size=count)
    flip = random.random(count) < 0.5
    t = np.linspace(0, 1, points)
    uv = np.zeros((count, points, len(columns), 2))
    for number in range(count):
        left, right, top, bottom = lock_place(lock[number])
        if flip[number]:
            left, right = right, left
        for k, side in enumerate(columns):
            uv[number, :, k, 0] = left + (right - left) * (side + 1) / 2
            uv[number, :, k, 1] = top + (bottom - top) * t
    wide = len(columns)
    triangles = []
    for number in range(count):
        for point in range(points - 1):
            for k in range(wide - 1):
                a = (number * points + point) * wide + k
                triangles += [(a, a + wide, a + wide + 1), (a, a + wide + 1, a + 1)]
    spread = lambda values: np.repeat(np.repeat(values[:, None], points, 1)[..., None], wide, 2).reshape(-1)
    return Part(
        positions,
        uv.reshape(-1, 2),
        np.array(triangles),
        np.repeat(hanging_share(curves)[..., None], wide, 2).reshape(-1),
        {},
        {
            "tone": spread(strands.tone),
            "depth": spread(strands.depth),
            "along": np.tile(np.repeat(t, wide), count),
            "normal": np.stack(facing, 2).reshape(-1, 3),
        },
    )


def hanging_share(curves: np.ndarray) -> np.ndarray:
    """Hair turns with the head; what lies on the shoulders less, the lower the less."""
    share = head_share(curves.reshape(-1, 3)).reshape(curves.shape[:2])
    return np.maximum(share, np.clip((curves[..., 1] + 0.30) / 0.20, 0, 1) ** 1.0)
