"""How the hair of each of the six falls."""

from dataclasses import dataclass, field

import numpy as np

from .scalp import Scalp, azimuth, thin, unit
from .strands import Comb, Strands, grow

Colour = tuple[float, float, float]

# Metres of the base mesh: how high hair begins, by degrees about the head from the front.
LONG_LINE = ([0, 25, 45, 60, 78, 95, 120, 180], [0.066, 0.064, 0.052, 0.030, 0.002, -0.005, -0.045, -0.075])
SHORT_LINE = ([0, 22, 40, 52, 62, 80, 92, 105, 125, 180], [0.066, 0.065, 0.060, 0.046, 0.030, -0.005, -0.002, -0.025, -0.045, -0.060])


@dataclass(frozen=True)
class Style:
    """What the picture of its locks takes, and the shell that lies beneath them."""

    name: str
    colour: Colour
    # Metres that the shell stands off the skin; None without one.
    shell: float | None = 0.0016
    line: tuple[list[float], list[float]] = field(default=LONG_LINE)
    picture: dict = field(default_factory=dict)
    shine: float = 0.5
    power: float = 60.0


def inside(style: Style, base: np.ndarray) -> np.ndarray:
    """Metres above the line at which hair begins, [n]; negative below it."""
    return base[:, 1] - np.interp(azimuth(base), *style.line)


STYLES = {
    "ada": Style("ada", (134, 98, 70), picture={"contrast": 0.12, "root": 0.66, "end": 1.18, "ragged": 0.16, "taper": 0.66}),
    "leo": Style("leo", (88, 64, 46), line=SHORT_LINE, picture={"contrast": 0.16, "root": 0.7, "end": 1.15, "ragged": 0.35}, shine=0.35),
    "mei": Style("mei", (42, 34, 33), picture={"contrast": 0.13, "root": 0.85, "end": 1.05, "ragged": 0.05, "lock": 84, "taper": 0.86, "wander": 4}, shine=0.8, power=90),
    "kofi": Style("kofi", (34, 28, 26), line=SHORT_LINE, shell=0.0045, shine=0.1),
    "grace": Style("grace", (186, 184, 182), picture={"contrast": 0.15, "root": 0.74, "end": 1.08, "ragged": 0.24, "lock": 64, "taper": 0.5}, shine=0.4),
    "pip": Style("pip", (150, 82, 44), picture={"contrast": 0.07, "root": 0.80, "end": 1.16, "ragged": 0.05, "lock": 96, "taper": 0.45, "wander": 5}, shine=0.6, power=30),
}


def comb_hair(style: Style, scalp: Scalp, random: np.random.Generator) -> Strands | None:
    made = {"leo": _short_back}.get(style.name)
    return None if made is None else made(style, scalp, random)


def _roots(style: Style, scalp: Scalp, spacing: float, random, edge: float, parting: float | None = None):
    """Indices of roots: denser along the hairline, where it is seen, and along a parting."""
    above = inside(style, scalp.base)
    grows = np.nonzero(scalp.on_head & (above > 0))[0]
    picked = [grows[thin(scalp.points[grows], spacing, random)]]
    front = grows[(above[grows] < 0.006) & (scalp.base[grows, 2] > -0.045)]
    picked.append(front[thin(scalp.points[front], edge, random)])
    if parting is not None:
        near = grows[(np.abs(scalp.points[grows, 0] - parting) < 0.004) & (scalp.base[grows, 1] > 0.045) & (scalp.base[grows, 2] > -0.12)]
        picked.append(near[thin(scalp.points[near], edge, random)])
    return np.unique(np.concatenate(picked))


def _within(outer: list[tuple[float, float]], share: float):
    """Draws hair in where it stands out farther than the line through `outer` (y, x)."""
    heights, widths = zip(*sorted(outer))

    def keep(places: np.ndarray) -> np.ndarray:
        over = np.abs(places[:, 0]) - np.interp(places[:, 1], heights, widths)
        kept = places.copy()
        kept[:, 0] -= np.sign(places[:, 0]) * np.maximum(over, 0) * share
        return kept

    return keep


def _face(scalp: Scalp, inner: list[tuple[float, float]], share: np.ndarray):
    """Keeps hair off the face: |x| at least the line through `inner` (y, x), for what lies in front."""
    heights, widths = zip(*sorted(inner))

    def keep(places: np.ndarray, t: float) -> np.ndarray:
        kept = places.copy()
        least = np.interp(places[:, 1], heights, widths) + share
        front = (places[:, 2] > -0.012) & (places[:, 1] < heights[-1])
        side = np.where(places[:, 0] >= 0, 1.0, -1.0)
        kept[:, 0] = np.where(front & (np.abs(places[:, 0]) < least), side * least, places[:, 0])
        return kept

    return keep


def _waves(style: Style, scalp: Scalp, random) -> Strands:
    """A long bob in soft waves from a parting on the person's left."""
    parting = 0.014
    chosen = _roots(style, scalp, 0.0098, random, 0.0058, parting)
    roots, normals, base = scalp.points[chosen], scalp.normals[chosen], scalp.base[chosen]
    count = len(roots)
    top = (base[:, 1] > 0.030) & (base[:, 2] > -0.10)
    side = np.where(top, np.where(roots[:, 0] > parting, 1.0, -1.0), np.where(roots[:, 0] >= 0, 1.0, -1.0))
    front = np.clip((roots[:, 2] + 0.045) / 0.06, 0, 1)
    depth = random.random(count)
    ends = -0.150 - 0.020 * random.random(count) + 0.012 * front
    lengths = (roots[:, 1] - ends) * 1.08 + 0.045 * np.clip((roots[:, 1] - 0.04) / 0.05, 0, 1)
    phase = np.arctan2(roots[:, 0], roots[:, 2]) * 2.2 + random.normal(0, 0.35, count)
    temple = np.clip((0.056 - base[:, 1]) / 0.016, 0, 1)
    aloft = np.stack([side * 0.95, np.full(count, 0.12), -0.18 - 0.30 * front], 1)
    fallen = np.stack([side * 0.25, np.full(count, -0.75), np.full(count, -0.62)], 1)
    first = aloft * (1 - temple)[:, None] + fallen * temple[:, None] + normals * 0.4

    def towards(places, t):
        fall = np.tile([0.0, -1.0, 0.0], (count, 1))
        aside = np.stack([side * 0.55 * max(0, 1 - 2.2 * t) * (1 - temple), np.zeros(count), -(0.25 * front + 0.35 * temple) * max(0, 1 - 2 * t)], 1)
        wave = np.clip((t - 0.34) / 0.3, 0, 1)
        swing = np.stack([side * 0.22 * wave * np.sin(phase + 9.5 * t), np.zeros(count), 0.26 * wave * np.cos(0.8 * phase + 9.5 * t)], 1)
        inwards = np.stack([-side * 0.16 * np.clip((t - 0.75) / 0.25, 0, 1), np.zeros(count), np.zeros(count)], 1)
        return fall + aside + swing + inwards

    volume = 0.0045 + 0.0085 * depth
    drawn_in = _within([(-0.22, 0.088), (-0.15, 0.094), (-0.09, 0.093), (-0.03, 0.090), (0.01, 0.0865), (0.04, 0.082), (0.065, 0.073), (0.09, 0.055), (0.12, 0.03)], 0.75)
    open_face = _face(scalp, [(-0.19, 0.052), (-0.15, 0.060), (-0.11, 0.058), (-0.075, 0.061), (-0.04, 0.066), (0, 0.066), (0.022, 0.060), (0.040, 0.047), (0.055, 0.026), (0.062, 0.0)], 0.005 * depth)
    comb = Comb(
        towards,
        lambda t: 0.34 + 0.2 * t,
        lambda t: volume * np.clip(5 * t, 0.55, 1) + 0.003 * np.clip(2 * t - 0.6, 0, 1),
        lambda places, t: drawn_in(open_face(places, t)),
    )
    curves = grow(scalp, roots + normals * 0.001, first, lengths, 13, comb)
    taper = np.interp(np.linspace(0, 1, 13), [0, 0.12, 0.6, 0.88, 1], [0.0055, 0.0078, 0.0092, 0.0080, 0.0042])
    return Strands(curves, taper[None] * random.uniform(0.75, 1.25, (count, 1)), _tones(random, depth, 0.07), depth)


def _bob(style: Style, scalp: Scalp, random) -> Strands:
    """Straight to the chin, with a fringe to the brows."""
    chosen = _roots(style, scalp, 0.0098, random, 0.0052)
    roots, normals, base = scalp.points[chosen], scalp.normals[chosen], scalp.base[chosen]
    count = len(roots)
    fringe = (base[:, 2] > -0.020) & (np.abs(base[:, 0]) < 0.044) & (base[:, 1] > 0.040)
    depth = random.random(count)
    side = np.where(roots[:, 0] >= 0, 1.0, -1.0)
    ends = np.where(fringe, 0.0235 + 0.05 * np.abs(roots[:, 0]) ** 1.0 * 0 + 0.004 * random.random(count), -0.094 + 0.006 * random.random(count))
    ends = np.where(fringe, ends - 0.10 * np.maximum(np.abs(roots[:, 0]) - 0.028, 0), ends)
    lengths = (roots[:, 1] - ends) * 1.03 + np.where(fringe, 0.012, 0.040) * np.clip((roots[:, 1] - 0.04) / 0.05, 0, 1)
    outwards = unit(np.stack([roots[:, 0], np.zeros(count), roots[:, 2] + 0.085], 1))
    first = outwards * np.where(fringe, 0.9, 0.9)[:, None] + normals * 0.4 + np.array([0, 0.05, 0])
    first[fringe] = np.stack([0.25 * roots[fringe, 0] / 0.04, np.zeros(fringe.sum()), np.ones(fringe.sum())], 1) + normals[fringe] * 0.3

    def towards(places, t):
        fall = np.tile([0.0, -1.0, 0.0], (count, 1)) + outwards * np.clip(0.5 - t, 0, 1)[..., None] * 1.2
        tuck = np.clip((t - 0.72) / 0.28, 0, 1) * np.where(fringe, 0.05, 0.42)
        return fall - outwards * tuck[:, None]

    volume = np.where(fringe, 0.004 + 0.005 * depth, 0.0055 + 0.008 * depth)
    open_face = _face(scalp, [(-0.12, 0.047), (-0.085, 0.053), (-0.05, 0.060), (-0.01, 0.064), (0.020, 0.060), (0.034, 0.048), (0.044, 0.040)], 0.004 * depth)
    comb = Comb(
        towards,
        lambda t: 0.36 + 0.2 * t,
        lambda t: volume * np.clip(5 * t, 0.3, 1) + np.where(fringe, 0, 0.006) * np.clip(2 * t - 0.6, 0, 1),
        lambda places, t: np.where(fringe[:, None], places, open_face(places, t)),
    )
    curves = grow(scalp, roots + normals * 0.001, first, lengths, 11, comb)
    taper = np.interp(np.linspace(0, 1, 11), [0, 0.12, 0.6, 0.92, 1], [0.0050, 0.0078, 0.0086, 0.0080, 0.0070])
    width = taper[None] * random.uniform(0.8, 1.2, (count, 1)) * np.where(fringe, 0.62, 1.0)[:, None]
    return Strands(curves, width, _tones(random, depth, 0.05), depth)


def _short_back(style: Style, scalp: Scalp, random) -> Strands:
    """Short at the sides, longer on top and combed up, back and aside."""
    chosen = _roots(style, scalp, 0.0072, random, 0.0048)
    roots, normals, base = scalp.points[chosen], scalp.normals[chosen], scalp.base[chosen]
    count = len(roots)
    top = np.clip((base[:, 1] - 0.045) / 0.025, 0, 1)
    crown = np.clip((base[:, 1] - 0.058) / 0.025, 0, 1)
    front = np.clip((base[:, 2] + 0.055) / 0.08, 0, 1)
    depth = random.random(count)
    side = np.where(roots[:, 0] >= 0, 1.0, -1.0)
    lengths = 0.014 + 0.014 * top + crown * (0.016 + 0.020 * front) + 0.006 * random.random(count)
    up = np.stack([np.full(count, -0.40) * crown + 0.1 * side * (1 - crown), np.full(count, 0.30), -0.75 + random.normal(0, 0.12, count)], 1)
    down = np.stack([0.05 * side, np.full(count, -0.85), np.full(count, -0.40)], 1)
    sweep = up * top[:, None] + down * (1 - top)[:, None]
    first = unit(sweep - (sweep * normals).sum(1, keepdims=True) * normals * 0.9) + normals * (0.15 + 0.2 * top + 0.75 * crown * front)[:, None]

    def towards(places, t):
        return np.stack([-0.5 * top + 0.05 * side * (1 - top), np.where(top > 0.5, -0.15, -0.85), -0.85 * top - 0.4 * (1 - top)], 1)

    volume = 0.0015 + 0.0025 * depth + 0.002 * top + crown * (0.005 + 0.006 * depth)
    comb = Comb(towards, lambda t: 0.22 + 0.22 * t, lambda t: volume * min(1.0, 2.5 * t))
    curves = grow(scalp, roots + normals * 0.0006, first, lengths, 7, comb)
    taper = np.interp(np.linspace(0, 1, 7), [0, 0.3, 0.8, 1], [0.0042, 0.0058, 0.0050, 0.0024])
    width = taper[None] * random.uniform(0.7, 1.25, (count, 1)) * (0.72 + 0.38 * top)[:, None]
    return Strands(curves, width, _tones(random, depth, 0.08), depth)


def _layers(style: Style, scalp: Scalp, random) -> Strands:
    """Short, in full layers, swept aside from a parting on the person's right."""
    parting = -0.022
    chosen = _roots(style, scalp, 0.0085, random, 0.0052, parting)
    roots, normals, base = scalp.points[chosen], scalp.normals[chosen], scalp.base[chosen]
    count = len(roots)
    top = np.clip((base[:, 1] - 0.035) / 0.03, 0, 1)
    front = np.clip((base[:, 2] + 0.05) / 0.06, 0, 1)
    depth = random.random(count)
    side = np.where(base[:, 1] > 0.035, np.where(roots[:, 0] > parting, 1.0, -1.0), np.where(roots[:, 0] >= 0, 1.0, -1.0))
    lengths = 0.045 + 0.030 * top + 0.012 * front * top + 0.012 * random.random(count)
    lengths *= np.where(base[:, 1] < -0.02, 0.7, 1.0)
    first = np.stack([side * 0.8, np.full(count, 0.35), 0.15 * front - 0.35 * (1 - front)], 1) + normals * 0.75
    curl = random.normal(0, 0.5, count) + np.arctan2(roots[:, 0], roots[:, 2]) * 1.5

    def towards(places, t):
        fall = np.stack([side * 0.75 * max(0, 1 - 1.4 * t), np.full(count, -0.8), -0.45 * front * np.ones(count) - 0.15], 1)
        return fall + np.stack([0.25 * side * np.sin(curl + 7 * t), np.zeros(count), 0.25 * np.cos(curl + 7 * t)], 1)

    volume = 0.006 + 0.009 * depth + 0.005 * top
    comb = Comb(
        towards,
        lambda t: 0.20 + 0.25 * t,
        lambda t: volume * np.clip(3 * t, 0.25, 1),
        _face(scalp, [(-0.05, 0.066), (0, 0.066), (0.022, 0.061), (0.036, 0.046), (0.047, 0.030), (0.052, 0.0)], 0.004 * depth),
    )
    curves = grow(scalp, roots + normals * 0.001, first, lengths, 9, comb)
    taper = np.interp(np.linspace(0, 1, 9), [0, 0.2, 0.7, 1], [0.0048, 0.0070, 0.0066, 0.0028])
    return Strands(curves, taper[None] * random.uniform(0.75, 1.25, (count, 1)), _tones(random, depth, 0.08), depth)


def _locks(style: Style, scalp: Scalp, random) -> Strands:
    """A tousle of thick, smooth locks, as modelled in clay."""
    chosen = _roots(style, scalp, 0.0135, random, 0.0095)
    roots, normals, base = scalp.points[chosen], scalp.normals[chosen], scalp.base[chosen]
    count = len(roots)
    top = np.clip((base[:, 1] - 0.03) / 0.035, 0, 1)
    front = np.clip((base[:, 2] + 0.05) / 0.07, 0, 1)
    depth = random.random(count)
    side = np.where(roots[:, 0] >= 0.006, 1.0, -1.0)
    lengths = 0.046 + 0.026 * top + 0.014 * random.random(count)
    lengths *= np.where(base[:, 1] < -0.015, 0.75, 1.0)
    first = np.stack([side * 0.45, np.full(count, 0.5), 0.55 * front - 0.4 * (1 - front)], 1) + normals * 0.8
    turn = random.uniform(-0.5, 0.5, count)

    def towards(places, t):
        fall = np.stack([side * (0.55 + turn) * (1 - 0.6 * t), np.full(count, -0.75), 0.10 * front - 0.25], 1)
        flick = np.clip((t - 0.7) / 0.3, 0, 1)
        return fall + flick * np.stack([side * 0.7, np.full(count, 0.8), np.full(count, 0.15)], 1)

    volume = 0.006 + 0.009 * depth + 0.007 * top
    comb = Comb(
        towards,
        lambda t: 0.20 + 0.2 * t,
        lambda t: volume * np.clip(3 * t, 0.25, 1),
        _face(scalp, [(-0.05, 0.068), (0, 0.067), (0.026, 0.062), (0.040, 0.044), (0.050, 0.018), (0.054, 0.0)], 0.004 * depth),
    )
    curves = grow(scalp, roots + normals * 0.001, first, lengths, 10, comb)
    taper = np.interp(np.linspace(0, 1, 10), [0, 0.25, 0.6, 1], [0.0080, 0.0125, 0.0115, 0.0012])
    return Strands(curves, taper[None] * random.uniform(0.85, 1.15, (count, 1)), _tones(random, depth, 0.04), depth)


def _tones(random, depth: np.ndarray, spread: float) -> np.ndarray:
    return (0.86 + 0.20 * depth) * (1 + random.normal(0, spread, len(depth)))
