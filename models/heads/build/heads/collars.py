"""Collars, laid around a neck: profiles of radius and height, swept."""

import numpy as np

from .mesh import Part, vertex_normals
from .neck import Neck
from .person import Garment

STEPS = 48
# Metres that a collar is wider at its foot than the neck.
SPREAD = 0.014


def build_collar(garment: Garment, neck: Neck, height: float) -> list[Part]:
    """Textures: u around the neck, v along the profile, within `height` below the rims."""
    build = {"turtleneck": _turtleneck, "shirt": _shirt, "hood": _hood}.get(garment.kind)
    return [] if build is None else [_part(neck, *build(neck), height)]


def _ring(opening: float) -> np.ndarray:
    """Returns directions around the neck without those within `opening` radians of the front."""
    return np.linspace(opening, 2 * np.pi - opening, STEPS + 1)


def _wrapped(turn: np.ndarray) -> np.ndarray:
    return (turn + np.pi) % (2 * np.pi) - np.pi


def _near(neck: Neck, turn: np.ndarray, height: np.ndarray) -> np.ndarray:
    """The neck's radius; below it not the shoulders'."""
    turn = _wrapped(turn)
    return np.minimum(neck.radius(turn, height), neck.least(turn) + SPREAD)


def _tube(neck: Neck, turn: np.ndarray, top: np.ndarray, fall: float, thickness: float, base: float):
    """Returns a profile that rises along the neck, turns over and falls by `fall` on the outside."""
    rows = []
    bottom = top - base
    for share in (0.0, 0.5, 1.0):
        y = bottom + share * (top - bottom)
        rows.append((_near(neck, turn, y) + thickness * (1.6 - 0.6 * share), y))
    crown = _near(neck, turn, top) + thickness
    rows += [(crown + thickness * 0.5, top + 0.0022), (crown + thickness * 1.5, top + 0.0020)]
    for share in (0.12, 0.35, 0.6, 0.85, 1.0):
        y = top - share * fall
        rows.append((np.maximum(_near(neck, turn, y), crown - thickness) + thickness * (2.2 + 1.1 * share), y))
    rows.append((_near(neck, turn, top - fall) + thickness * 1.2, top - fall - 0.001))
    return rows


def _turtleneck(neck: Neck):
    turn = _ring(0.0)
    return turn, _tube(neck, turn, neck.level(np.cos(turn), (-0.018, 0.002)), 0.034, 0.0032, 0.048), None


def _shirt(neck: Neck):
    turn = _ring(0.30)
    away = np.minimum(turn, 2 * np.pi - turn)
    front = np.clip(1 - (away - 0.30) / 1.1, 0, 1) ** 1.6
    top = neck.level(np.cos(turn), (-0.056, 0.006))
    length = 0.040 + 0.026 * front
    rows = []
    for share in (0.0, 0.5, 1.0):
        y = top - 0.028 * (1 - share)
        rows.append((neck.radius(_wrapped(turn), y) + 0.0045 + 0.002 * front, y))
    crown = neck.radius(_wrapped(turn), top) + 0.0045 + 0.002 * front
    rows.append((crown + 0.0020, top + 0.0022))
    radius, y = crown + 0.0045, top.copy()
    pieces = 7
    for _ in range(pieces):
        rows.append((radius.copy(), y.copy()))
        step = length / pieces
        # Straight down and a little out; where the shoulder is in the way, along it.
        y = y - step * 0.94
        free = radius + step * 0.34
        laid = neck.radius(_wrapped(turn), y) + 0.0085
        radius = np.minimum(np.maximum(free, laid), radius + step * 1.6)
        y = np.where(laid > radius + 0.002, y + step * 0.62, y)
    # Leaves spread as they fall.
    lean = np.where(turn < np.pi, 1.0, -1.0) * front
    spread = [0.0] * 4 + [0.30 * (k / pieces) ** 1.2 for k in range(pieces)]
    return turn, rows, [lean * amount for amount in spread]


def _hood(neck: Neck):
    """Lies on the shoulders as a soft roll, lower before the neck."""
    turn = _ring(0.0)
    away = np.minimum(turn, 2 * np.pi - turn)
    full = np.clip(away / 1.5, 0, 1)
    full = full * full * (3 - 2 * full)
    low = neck.level(np.cos(turn), (-0.066, -0.010))
    thick = 0.0060 + 0.0090 * full
    base = neck.least(_wrapped(turn)) + 0.012 + 0.008 * full
    rows = []
    # All around: between it and the neck of the sweater one would look into it.
    for angle in np.radians([-100, -60, -25, 10, 45, 80, 115, 150, 185, 215, 240, 260]):
        rows.append((base + thick * (0.6 + np.cos(angle)), low + thick * (0.35 + 1.25 * np.sin(angle))))
    return turn, rows, None


def _part(neck: Neck, turn: np.ndarray, rows, spread, height: float) -> Part:
    count = len(turn)
    positions = np.concatenate(
        [
            neck.place(turn + (0 if spread is None else spread[k]), radius, y)
            for k, (radius, y) in enumerate(rows)
        ]
    )
    grid = positions.reshape(len(rows), count, 3)
    travelled = np.concatenate([np.zeros((1, count)), np.cumsum(np.linalg.norm(np.diff(grid, axis=0), axis=2), axis=0)])
    v = (0.14 + 0.84 * travelled / travelled.max()) * height
    u = np.broadcast_to(0.01 + 0.98 * np.arange(count) / (count - 1), v.shape)
    triangles = []
    for row in range(len(rows) - 1):
        for k in range(count - 1):
            a, b = row * count + k, row * count + k + 1
            triangles += [(a, b, b + count), (a, b + count, a + count)]
    ends = np.minimum(travelled, travelled[-1:] - travelled)
    part = Part(
        positions,
        np.stack([u.reshape(-1), v.reshape(-1)], 1),
        np.array(triangles),
        np.zeros(len(positions)),
        {},
        {"rim": ends.reshape(-1), "band": np.ones(len(positions))},
    )
    # The row that lies farthest out is seen from outside.
    widest = int(np.argmax([radius.mean() for radius, _ in rows]))
    row = slice(count * widest, count * (widest + 1))
    outwards = (part.positions - neck.axis) * np.array([1, 0, 1])
    if (vertex_normals(part.positions, part.triangles)[row] * outwards[row]).sum() < 0:
        part.triangles = part.triangles[:, ::-1]
    return part
