"""Sheets of hair along guides: one smooth surface of many strands with raised locks and waves."""

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator

from ..form import head_share
from ..mesh import Part, unit
from .cards import FEATHER, FROM, SIDE, TO
from .hull import Hull
from .scalp import MIDDLE
from .wisps import Wisps

# Metres of hair's width that the picture shows.
PICTURE_WIDTH = 0.213
# u from which sheets have no open edge.
CLOSED = (FEATHER + 16) / SIDE


@dataclass(frozen=True)
class Sheet:
    """
    `guides` [guides x points x 3] are in metres of the base mesh, root first, with neighbours in order. `tone` is the colour factor;
    `depth` is 0 inside and 1 outside. `relief` is the height of locks in metres and `lock` their width at the ends. `wave` is the
    amplitude in metres and `turns` the number of waves along the length from the share `calm` on. `fray` is the variation of the ends in
    metres.
    """

    guides: np.ndarray
    columns: int = 24
    points: int = 14
    tone: float = 1.0
    depth: float = 1.0
    relief: float = 0.0015
    lock: float = 0.018
    wave: float = 0.0
    turns: float = 1.5
    calm: float = 0.35
    fray: float = 0.0
    least: float = 0.0012
    span: tuple[float, float] = (0.0, 1.0)
    seed: int = 0
    wisps: tuple[Wisps, ...] = ()
    # Whether the first guide is an open edge with single hairs, and how much denser its points are at the roots than at the ends.
    open_edge: bool = False
    crowded: float = 1.0


def lay_sheet(sheet: Sheet, hull: Hull) -> Part:
    """Attributes `tone`, `depth`, `along` and `normal` of each vertex."""
    random = np.random.default_rng(1000 + sheet.seed)
    rows = np.linspace(0, 1, sheet.points)
    rows = rows / (sheet.crowded + (1 - sheet.crowded) * rows)
    grid = _surface(sheet.guides, sheet.columns, rows)
    mirrored = (_normals(grid) * (grid - MIDDLE)).sum() < 0
    if mirrored:
        grid = grid[::-1]
    s, t = np.meshgrid(np.linspace(0, 1, sheet.columns), rows, indexing="ij")
    ends = np.linalg.norm(np.diff(grid[:, int(np.searchsorted(rows, 0.7))], axis=0), axis=1)
    width = np.concatenate([[0], np.cumsum(ends)])
    normal = _normals(grid)
    across = unit(np.gradient(grid, axis=0))
    swing = np.clip((t - sheet.calm) / (1 - sheet.calm), 0, 1)
    phase = _wander(random, width, 0.05) * 3.0
    turn = 2 * np.pi * sheet.turns * t + phase[:, None]
    bulge = _wander(random, width, sheet.lock)[:, None] * np.clip(0.35 + 1.2 * t, 0, 1) * np.clip(t * 6, 0, 1)
    apart = _wander(random, width, 0.35 * sheet.lock)[:, None] * np.clip((t - 0.4) / 0.6, 0, 1) ** 2
    out = sheet.relief * bulge + sheet.wave * swing * np.cos(turn) + sheet.fray * apart
    aside = 0.8 * sheet.wave * swing * np.sin(turn) + 0.6 * sheet.fray * _wander(random, width, 0.3 * sheet.lock)[:, None] * np.clip(t - 0.4, 0, 1)
    grid = grid + normal * out[..., None] + across * aside[..., None]
    grid = hull.off(grid.reshape(-1, 3), sheet.least).reshape(grid.shape)
    normal = _normals(grid)
    first = FROM if sheet.open_edge else CLOSED
    u = width * min((TO - FROM) / PICTURE_WIDTH, (TO - first) / width[-1])
    if sheet.open_edge and mirrored:
        u = u[-1] - u
    u = first + u + (0 if sheet.open_edge else random.random() * (TO - first - u.max()))
    v = sheet.span[0] + (sheet.span[1] - sheet.span[0]) * t
    uv = np.stack([np.broadcast_to(u[:, None], t.shape), v], 2)
    order = np.arange(sheet.columns * sheet.points).reshape(sheet.columns, sheet.points)
    a, b, c, d = order[:-1, :-1], order[1:, :-1], order[1:, 1:], order[:-1, 1:]
    triangles = np.concatenate([np.stack([a, d, c], 2).reshape(-1, 3), np.stack([a, c, b], 2).reshape(-1, 3)])
    places = hull.to_person(grid)
    tone = sheet.tone * (1 + 0.05 * _wander(random, width, 0.6 * sheet.lock)[:, None] * np.ones_like(t))
    return Part(
        places.reshape(-1, 3),
        uv.reshape(-1, 2),
        triangles,
        _hanging_share(places).reshape(-1),
        {},
        {
            "tone": tone.reshape(-1),
            "depth": np.full(t.size, sheet.depth),
            "along": t.reshape(-1),
            "normal": normal.reshape(-1, 3),
        },
    )


def _surface(guides: np.ndarray, columns: int, rows: np.ndarray) -> np.ndarray:
    """A smooth surface through the guides, at shares `rows` of their length [columns x rows x 3]."""
    count, controls, _ = guides.shape
    steps = np.linalg.norm(np.diff(guides, axis=1), axis=2).mean(0)
    knots = np.concatenate([[0], np.cumsum(steps)]) / steps.sum()
    along = CubicSpline(knots, guides, axis=1, bc_type="natural")(rows)
    hanging = int(np.searchsorted(rows, 0.7))
    if count == 2:
        share = np.linspace(0, 1, columns)[:, None, None]
        return along[0] * (1 - share) + along[1] * share
    between = np.linalg.norm(np.diff(along[:, hanging], axis=0), axis=1)
    stations = np.concatenate([[0], np.cumsum(between)]) / between.sum()
    return PchipInterpolator(stations, along, axis=0)(np.linspace(0, 1, columns))


def _normals(grid: np.ndarray) -> np.ndarray:
    """Away from the head, [columns x points x 3]."""
    normal = np.cross(np.gradient(grid, axis=1), np.gradient(grid, axis=0))
    return unit(normal)


def _wander(random: np.random.Generator, places: np.ndarray, size: float) -> np.ndarray:
    """A smooth random line over places [n] in metres, of about -1 to 1, that turns every `size` metres."""
    count = int(np.ceil(places[-1] / size)) + 3
    signs = np.where(np.arange(count) % 2 == 0, 1.0, -1.0) * random.uniform(0.35, 1.0, count)
    stops = (np.arange(count) - 1 + random.uniform(-0.3, 0.3, count)) * size
    return CubicSpline(stops, signs, bc_type="natural")(places)


def _hanging_share(curves: np.ndarray) -> np.ndarray:
    """Hair turns with the head. On the shoulders the rotation decreases with the height."""
    share = head_share(curves.reshape(-1, 3)).reshape(curves.shape[:2])
    return np.maximum(share, np.clip((curves[..., 1] + 0.30) / 0.20, 0, 1))
