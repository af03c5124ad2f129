"""Teeth and gums: ivory that is bluer and clearer at the edges, warmer at the necks, each tooth a little other than the next."""

import numpy as np

from ..teeth import LOWER_WIDTHS, UPPER_WIDTHS
from .colour import to_levels, to_linear, tone
from .looks import Look
from .noise import Noise, step

WIDTH, HEIGHT = 768, 160
IVORY = (238, 227, 209)
CANINE = (238, 222, 200)
EDGE = (222, 224, 226)
GUM = (206, 120, 116)
# For the seven teeth from the middle: the start of the gums as a share of the texture's height, and how far the edge is recessed.
UPPER_NECKS, LOWER_NECKS = (0.63, 0.60, 0.64, 0.60, 0.59, 0.58, 0.57), (0.58, 0.59, 0.61, 0.60, 0.59, 0.58, 0.57)
EDGES = (0.030, 0.052, 0.036, 0.055, 0.062, 0.070, 0.080)
# Light that reaches from the middle of the mouth (0) to its ends (1): lips and cheeks shade the rest.
REACHES = ((0, 0.25, 0.5, 0.75, 1), (1, 0.95, 0.78, 0.48, 0.24))


def paint_teeth(look: Look, *, upper: bool) -> np.ndarray:
    """[HEIGHT x WIDTH x 4] uint8 for `build_teeth`'s texture: alpha cuts the edges."""
    noise = Noise(look.seed + (70 if upper else 71))
    columns, rows = np.meshgrid((np.arange(WIDTH) + 0.5) / WIDTH, (np.arange(HEIGHT) + 0.5) / HEIGHT)
    share = np.clip(np.abs((columns - 0.01) / 0.98 * 2 - 1), 0, 0.9999)
    widths = np.array(UPPER_WIDTHS if upper else LOWER_WIDTHS)
    ends = np.concatenate([[0], np.cumsum(widths)]) / widths.sum()
    tooth = np.searchsorted(ends, share, "right") - 1
    across = (share - ends[tooth]) / (ends[tooth + 1] - ends[tooth]) * 2 - 1
    side = np.abs(across)

    neck = np.array(UPPER_NECKS if upper else LOWER_NECKS)[tooth] - 0.13 * side**2.2
    crown = step(0.016, -0.016, rows - neck)
    places = np.stack([columns, rows * HEIGHT / WIDTH, 0 * rows], 2).reshape(-1, 3)
    mottle = noise.value(places, 0.03, 3).reshape(rows.shape)
    canine = np.isin(tooth, [2])[..., None] * 0.6 + np.isin(tooth, [3, 4, 5, 6])[..., None] * 0.4
    ivory = to_linear(IVORY) + canine * (to_linear(CANINE) - to_linear(IVORY))
    ivory = ivory + step(0.42, 0.62, rows)[..., None] * 0.35 * (to_linear(CANINE) * [1, 0.92, 0.82] - ivory)
    ivory = ivory + (0.55 * step(0.20, 0.04, rows))[..., None] * (to_linear(EDGE) * 0.82 - ivory)
    # Each tooth has its own tone, from its number and side.
    own = np.random.default_rng(look.seed + upper).uniform(-0.06, 0.04, (2, len(widths)))
    ivory = ivory * (1 + own[(columns > 0.5).astype(int), tooth] + 0.08 * mottle)[..., None]
    ridges = 1 - 0.30 * side**3.0 + 0.03 * np.cos(across * 7) * step(0.5, 0.1, rows)
    between = 1 - 0.42 * np.exp(-(((1 - side) / 0.045) ** 2))
    gum = to_linear(GUM) * (1 - 0.22 * np.exp(-(((rows - neck) / 0.035) ** 2)) + 0.25 * mottle)[..., None]
    gum = gum * (1 - 0.40 * step(0.70, 1.0, rows))[..., None]
    colour = ivory * (ridges * between)[..., None] * crown[..., None] + gum * (1 - crown[..., None])

    light = np.interp(share, *REACHES) * (0.72 if upper else 0.60)
    light = light * (1 - 0.34 * step(0.20, 0.85, rows) if upper else 0.72 + 0.28 * step(0.60, 0.10, rows))
    edge = np.array(EDGES)[tooth] + 0.035 * side**5
    shown = step(-0.010, 0.012, rows - edge)
    painted = np.concatenate([tone(colour * light[..., None]), shown[..., None]], axis=2)
    return to_levels(painted)
