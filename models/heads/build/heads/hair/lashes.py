"""Lashes: ribbons from the edges of the lids, that turn down with the upper one."""

from dataclasses import dataclass

import numpy as np

from ..mesh import Part, join, unit
from .strokes import Strokes

POINTS = 15
ROWS = (0.0, 0.5, 1.0)
WIDTH, HEIGHT = 256, 128
# Upper lashes take the upper half of the picture, lower ones the lower half; roots at its middle.
UPPER_RING, LOWER_RING = 3.0, 2.2
# Metres by which the line of the roots goes up the upper lid, facing the viewer: half closed lashes are seen by their ends, and would be gone.
LINE = 0.00045
# The position of that line in the image.
LINE_V = 0.472


@dataclass(frozen=True)
class Lashes:
    colour: tuple[float, float, float] = (26, 19, 17)
    # Metres.
    upper: float = 0.0060
    lower: float = 0.0030
    dense: float = 1.0


def build_lashes(skin: Part, lashes: Lashes, eyes: tuple[np.ndarray, np.ndarray]) -> Part:
    """`eyes`: middles of the eyeballs, the person's left first."""
    return join(
        [_ribbon(skin, middle, side, upper, lashes) for upper in (True, False) for middle, side in zip(eyes, (1, -1))]
    )


def _ribbon(skin: Part, middle: np.ndarray, side: int, upper: bool, lashes: Lashes) -> Part:
    name = "Left" if side > 0 else "Right"
    rim = _rim(skin, side, upper)
    places = skin.positions[rim]
    reach = (places[:, 0] - places[0, 0]) / (places[-1, 0] - places[0, 0])
    t = np.linspace(0.04, 0.99, POINTS)

    def at(values: np.ndarray) -> np.ndarray:
        return np.stack([np.interp(t, reach, values[:, k]) for k in range(3)], 1)

    root = at(places)
    length = (lashes.upper if upper else lashes.lower) * (0.5 + 0.5 * np.sin(np.pi * np.clip(0.10 + 0.74 * t, 0, 1)) + 0.18 * t)
    fan = (t - 0.36) * 0.95 * side
    one = np.ones(POINTS)
    open_way = unit(np.stack([fan, (0.30 if upper else -0.62) * one, 0.9 * one], 1))
    curl = np.stack([0.15 * fan, (0.36 if upper else 0.06) * one, -0.35 * one], 1)
    closed_way = unit(np.stack([fan, -0.50 * one, 0.9 * one], 1))
    rows, uv, moved = [], [], []
    shapes = {shape: at(offsets[rim]) for shape, offsets in skin.shapes.items() if np.abs(offsets[rim]).max() > 1e-6}
    for share in ROWS:
        rows.append(root + (open_way * share + curl * share**2) * length[:, None] + np.array([0, 0, 0.0004]))
        down = (closed_way - open_way) * share + (np.array([0, 0.18, 0.0]) - curl) * share**2
        moved.append(down * length[:, None])
        v = 0.485 * (1 - share) + 0.01 if upper else 0.515 + 0.475 * share
        uv.append(np.stack([0.01 + 0.98 * t, np.full(POINTS, v)], 1))
    if upper:
        rows.insert(0, root + np.sin(np.pi * np.clip(0.08 + 0.84 * t, 0, 1))[:, None] * np.array([0, LINE, 0]) + np.array([0, 0, 0.0004]))
        moved.insert(0, np.zeros((POINTS, 3)))
        uv.insert(0, np.stack([0.01 + 0.98 * t, np.full(POINTS, LINE_V)], 1))
    all_shapes = {shape: np.tile(offsets, (len(rows), 1)) for shape, offsets in shapes.items()}
    if upper:
        blink = f"eyeBlink{name}"
        all_shapes[blink] = all_shapes.get(blink, 0) + np.concatenate(moved)
    triangles = [
        face
        for row in range(len(rows) - 1)
        for k in range(POINTS - 1)
        for face in (
            (row * POINTS + k, row * POINTS + k + 1, (row + 1) * POINTS + k + 1),
            (row * POINTS + k, (row + 1) * POINTS + k + 1, (row + 1) * POINTS + k),
        )
    ]
    return Part(np.concatenate(rows), np.concatenate(uv), np.array(triangles), np.ones(POINTS * len(rows)), all_shapes)


def _rim(skin: Part, side: int, upper: bool) -> np.ndarray:
    """Vertices along the edge of a lid, from the inner corner outwards."""
    rings, positions = skin.attributes["lid_ring"], skin.positions
    ring = UPPER_RING if upper else LOWER_RING
    near = np.nonzero((np.abs(rings - ring) < 0.35) & (skin.attributes["part"] == 0) & (positions[:, 0] * side > 0))[0]
    near = near[np.argsort(positions[near, 0] * side)]
    inner, outer = positions[near[0]], positions[near[-1]]
    line = inner[1] + (outer[1] - inner[1]) * (positions[near, 0] - inner[0]) / (outer[0] - inner[0])
    chosen = near[(positions[near, 1] >= line - 1e-5) if upper else (positions[near, 1] <= line + 1e-5)]
    _, first = np.unique(np.round(positions[chosen, 0], 5), return_index=True)
    chosen = chosen[first]
    return chosen[np.argsort(positions[chosen, 0] * side)]


def paint_lashes(lashes: Lashes, random: np.random.Generator) -> np.ndarray:
    """Hairs that cling together in threes and fours; finer than a pixel they would be seen as dots."""
    strokes = Strokes(WIDTH, HEIGHT)
    for upper, count in ((True, 20), (False, 13)):
        root = HEIGHT * (0.495 if upper else 0.515)
        for k in range(int(count * lashes.dense)):
            tip = (k + 0.5 + random.uniform(-0.25, 0.25)) / (count * lashes.dense)
            reach = HEIGHT * (0.46 if upper else 0.34) * random.uniform(0.78, 1.0)
            for place in np.linspace(-0.55, 0.55, 4):
                t = np.clip(tip + (place + random.uniform(-0.1, 0.1)) / (count * lashes.dense), 0.01, 0.99)
                length = reach * (1 - 0.35 * abs(place)) * random.uniform(0.85, 1.0)
                lean = (tip - t) * WIDTH * 0.8 + (t - 0.40) * 16
                s = np.linspace(0, 1, 60)
                x = t * WIDTH + lean * s**1.4
                y = root + (-1 if upper else 1) * length * s
                half = (1.5 if upper else 0.7) * (1 - s) ** 0.8 * min(1.0, 0.5 + 2 * t)
                strokes.draw(np.stack([x, y], 1), half, lashes.colour, (0.90 if upper else 0.40) * min(1.0, 0.45 + 2.5 * t))
    # The line that roots make together.
    stops = np.linspace(0.02, 0.99, 400)
    x, y = stops * WIDTH, np.full(400, HEIGHT * 0.472)
    strokes.draw(np.stack([x, y], 1), 5.5 * np.sin(np.pi * np.clip(0.06 + 0.72 * stops, 0, 1)), lashes.colour, 0.50 + 0.45 * min(1.0, lashes.dense**2))
    return strokes.picture(lashes.colour)
