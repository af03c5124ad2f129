"""Wisps: single fine hairs that leave a sheet and run out beyond its ends, blended over all else."""

from dataclasses import dataclass

import numpy as np

from ..mesh import Part, unit
from .strokes import Strokes

POINTS = 5
KINDS, KIND_WIDTH, HEIGHT = 4, 24, 160


@dataclass(frozen=True)
class Wisps:
    """
    The number of wisps of a sheet, the share of its length from which they start, and their greatest distance, extra length and width in
    metres. `length` is the share of the sheet's length at which they end, if before its ends; `places` are positions across, 0 to 1.
    """

    count: int
    begins: tuple[float, float] = (0.52, 0.80)
    off: float = 0.0035
    beyond: float = 0.010
    wide: float = 0.0056
    length: float = 1.0
    places: tuple[float, float] = (0.02, 0.98)


def lay_wisps(sheet: Part, columns: int, wisps: Wisps, random: np.random.Generator) -> Part:
    """`sheet` is the result of `lay_sheet` with this number of columns. The attributes are those of a sheet."""
    grid = sheet.positions.reshape(columns, -1, 3)
    facing = sheet.attributes["normal"].reshape(grid.shape)
    shares = sheet.head_share.reshape(grid.shape[:2])
    points = grid.shape[1]
    rows = sheet.attributes["along"][:points]
    steps = np.linspace(0, 1, POINTS)
    parts: dict[str, list] = {"positions": [], "uv": [], "share": [], "normal": []}
    for _ in range(wisps.count):
        place = random.uniform(*wisps.places) * (columns - 1)
        begin = random.uniform(*wisps.begins)
        t = np.interp(begin + min(wisps.length * random.uniform(0.7, 1.0), 1 - begin) * steps, rows, np.arange(points))
        line, normal = _at(grid, place, t), unit(_at(facing, place, t))
        share = _at(shares[..., None], place, t)[:, 0]
        across = unit(_at(grid, min(place + 0.5, columns - 1), t) - _at(grid, max(place - 0.5, 0), t))
        ahead = unit(line[-1] - line[-2])
        # Beyond the end it runs on the way it went.
        line = line + (wisps.beyond * random.uniform(0.2, 1.0) * steps**3)[:, None] * ahead
        off = 0.0007 + wisps.off * random.random() ** 2 * steps**1.5
        aside = random.normal(0, 0.6) * wisps.off * steps**2
        line = line + normal * off[:, None] + across * aside[:, None]
        half = 0.5 * wisps.wide * random.uniform(0.6, 1.2) * np.interp(steps, [0, 0.25, 1], [0.45, 1, 0.6])
        parts["positions"].append(np.stack([line - across * half[:, None], line + across * half[:, None]], 1))
        kind = random.integers(KINDS)
        sides = np.array([kind + 0.03, kind + 0.97]) / KINDS
        parts["uv"].append(np.stack(np.broadcast_arrays(sides[None], 0.005 + 0.99 * steps[:, None]), 2))
        parts["share"].append(np.repeat(share[:, None], 2, 1))
        parts["normal"].append(np.repeat(normal[:, None], 2, 1))
    # Wisps farther back are drawn first.
    order = np.argsort([strip[:, :, 2].mean() for strip in parts["positions"]], kind="stable")
    flat = {name: np.stack([values[k] for k in order]) for name, values in parts.items()}
    first = 2 * (np.arange(wisps.count)[:, None] * POINTS + np.arange(POINTS - 1)[None]).reshape(-1)
    triangles = np.concatenate([np.stack([first, first + 2, first + 3], 1), np.stack([first, first + 3, first + 1], 1)], 1).reshape(-1, 3)
    ones = np.ones(wisps.count * POINTS * 2)
    return Part(
        flat["positions"].reshape(-1, 3),
        flat["uv"].reshape(-1, 2),
        triangles,
        flat["share"].reshape(-1),
        {},
        {"tone": 1.04 * ones, "depth": ones, "normal": flat["normal"].reshape(-1, 3)},
    )


def _at(grid: np.ndarray, column: float, rows: np.ndarray) -> np.ndarray:
    """Between the points of a grid [columns x points x k]: [rows x k]."""
    left = min(int(column), grid.shape[0] - 2)
    line = grid[left] * (left + 1 - column) + grid[left + 1] * (column - left)
    above = np.minimum(rows.astype(int), grid.shape[1] - 2)
    part = (rows - above)[:, None]
    return line[above] * (1 - part) + line[above + 1] * part


def paint_wisps(colour: tuple[float, float, float], end: float, random: np.random.Generator, hairs: int = 6) -> np.ndarray:
    """[HEIGHT x KINDS * KIND_WIDTH x 4] uint8; roots above. `end`: what the colour is multiplied by there."""
    strokes = Strokes(KINDS * KIND_WIDTH, HEIGHT)
    steps = np.linspace(0, 1, HEIGHT)
    for kind in range(KINDS):
        for _ in range(hairs):
            start, stop = random.uniform(0.14, 0.86), random.uniform(0.25, 0.75)
            u = start + (stop - start) * steps**1.5 + 0.05 * np.sin(steps * random.uniform(2, 5) + random.uniform(0, 6.3))
            length = random.uniform(0.6, 1.0)
            line = np.stack([(kind + np.clip(u, 0.08, 0.92)) * KIND_WIDTH, 2 + steps * length * (HEIGHT - 5)], 1)
            thickness = 1.1 * np.interp(steps, [0, 0.2, 0.6, 1], [0.1, 1, 0.8, 0.05])
            colour_here = np.array(colour) * (1 + (end - 1) * 0.8) * random.normal(1.0, 0.08)
            strokes.draw(line, thickness, colour_here, 0.6)
    return strokes.picture(np.array(colour) * end)
