"""Brows: cards that lie on the skin and move with it, low and relaxed."""

from dataclasses import dataclass

import numpy as np

from ..mesh import Part, join
from .strokes import Strokes

COLUMNS, ROWS = 16, 4
WIDTH, HEIGHT = 768, 192
# Metres by which they lie off the skin.
OFF = 0.0005
# From the middle of a brow: the line it follows on the base mesh, metres (x, y), inner end first.
LINE = np.array([(0.0105, 0.0150), (0.0180, 0.0180), (0.0270, 0.0206), (0.0355, 0.0212), (0.0430, 0.0186), (0.0500, 0.0138)])
# Half its height along that line, metres; the card is higher than the hair by MARGIN.
THICK = np.array([0.0040, 0.0044, 0.0040, 0.0034, 0.0027, 0.0014])
MARGIN = 1.7


@dataclass(frozen=True)
class Brows:
    colour: tuple[float, float, float]
    # The height as a factor of the usual eyebrow, and the density.
    thick: float = 1.0
    dense: float = 1.0
    # Metres by which they lie higher, and by which the arch is.
    higher: float = 0.0
    arch: float = 0.0
    hairs: int = 560


def build_brows(skin: Part, brows: Brows) -> Part:
    return join([_card(skin, brows, side) for side in (1, -1)])


def _card(skin: Part, brows: Brows, side: int) -> Part:
    along = np.linspace(0, 1, COLUMNS)
    stops = np.linspace(0, 1, len(LINE))
    line = np.stack([np.interp(along, stops, LINE[:, k]) for k in range(2)], 1)
    line[:, 1] += brows.higher + brows.arch * np.sin(np.pi * np.clip(along / 1.3, 0, 1))
    thick = np.interp(along, stops, THICK) * brows.thick * MARGIN
    ahead = np.gradient(line, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    up = np.stack([-ahead[:, 1], ahead[:, 0]], 1)
    positions, shapes, shares, uv = [], {name: [] for name in skin.shapes}, [], []
    for column in range(COLUMNS):
        for row in range(ROWS):
            v = row / (ROWS - 1)
            x, y = line[column] + up[column] * thick[column] * (1 - 2 * v)
            corners, weights = _under(skin, side * x, y)
            normal = weights @ skin.attributes["normal"][corners]
            positions.append(weights @ skin.positions[corners] + OFF * normal / np.linalg.norm(normal))
            shares.append(weights @ skin.head_share[corners])
            for name, offsets in skin.shapes.items():
                shapes[name].append(weights @ offsets[corners])
            uv.append((0.01 + 0.98 * along[column], 0.01 + 0.98 * v))
    triangles = []
    for column in range(COLUMNS - 1):
        for row in range(ROWS - 1):
            a = column * ROWS + row
            quad = [(a, a + 1, a + ROWS + 1), (a, a + ROWS + 1, a + ROWS)]
            triangles += quad if side > 0 else [face[::-1] for face in quad]
    return Part(
        np.array(positions), np.array(uv), np.array(triangles), np.array(shares), {name: np.array(values) for name, values in shapes.items()}
    )


def _under(skin: Part, x: float, y: float) -> tuple[np.ndarray, np.ndarray]:
    """The front triangle at a place of the base mesh: its vertices and their weights."""
    base = skin.attributes["base"]
    a, b, c = (base[skin.triangles[:, k]] for k in range(3))
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
    area = np.where(np.abs(area) < 1e-14, 1e-14, area)
    wb = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (y - a[:, 1])) / area
    wc = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (x - a[:, 0]) * (b[:, 1] - a[:, 1])) / area
    wa = 1 - wb - wc
    inside = (wa > -1e-4) & (wb > -1e-4) & (wc > -1e-4)
    depth = np.where(inside, wa * a[:, 2] + wb * b[:, 2] + wc * c[:, 2], -np.inf)
    best = int(depth.argmax())
    return skin.triangles[best], np.array([wa[best], wb[best], wc[best]])


def paint_brows(brows: Brows, random: np.random.Generator) -> np.ndarray:
    """Hairs are upright at the inner end, inclined outwards at the outer end, and converge along the middle line."""
    strokes = Strokes(WIDTH, HEIGHT)
    stops = np.linspace(0, 1, len(THICK))
    middle = HEIGHT / 2
    _shade(strokes, brows, stops)
    for _ in range(int(brows.hairs * brows.dense)):
        t = random.random() ** 0.92
        half = np.interp(t, stops, THICK) / np.interp(t, stops, THICK * MARGIN) * middle
        offset = np.clip(random.normal(0, 0.45), -1, 1)
        # Hairs lean: upright inside, nearly along the brow outside; the upper ones down, the lower ones up.
        lean = np.interp(t, [0, 0.15, 0.45, 1], [1.05, 0.75, 0.38, 0.12]) - 0.35 * offset * np.clip(t * 2, 0, 1)
        length = np.interp(t, [0, 0.2, 0.7, 1], [0.055, 0.095, 0.105, 0.075]) * WIDTH * random.uniform(0.7, 1.15)
        bend = -0.45 * np.clip(1 - t, 0.2, 1)
        steps = np.linspace(0, 1, 26)
        angle = lean + bend * steps
        path = np.cumsum(np.stack([np.cos(angle), -np.sin(angle)], 1) * length / 26, axis=0)
        start = np.array([0.02 * WIDTH + 0.92 * t * WIDTH, middle + offset * half * 0.8 + 0.25 * half * (1 - t)])
        fade = min(1.0, 0.45 + 2.2 * t) * min(1.0, 0.35 + 3.2 * (1 - t)) * (1 - 0.35 * abs(offset))
        tone = random.normal(1, 0.13)
        thickness = 1.15 * np.sqrt(np.clip(1 - steps, 0.02, 1)) * random.uniform(0.7, 1.2)
        strokes.draw(start + path, thickness, np.array(brows.colour) * tone, 0.85 * fade)
    return strokes.picture(brows.colour)


def _shade(strokes: Strokes, brows: Brows, stops: np.ndarray) -> None:
    """The shade of hairs too fine to be drawn; it fades to all sides."""
    x, y = np.arange(WIDTH) / WIDTH, (np.arange(HEIGHT) + 0.5 - HEIGHT / 2) / (HEIGHT / 2)
    half = 0.9 / MARGIN
    across = np.clip(1 - (y[:, None] / half) ** 2, 0, 1)
    along = np.interp(x, [0.03, 0.16, 0.75, 0.97], [0, 0.8, 1, 0])
    strokes.cover[:] = 0.34 * brows.dense**0.5 * across * along[None]
    strokes.colour[:] = np.array(brows.colour, np.float32)
