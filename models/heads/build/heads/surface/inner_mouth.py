"""Tongue and the inside of a mouth: red, moist, and the darker the farther in."""

import numpy as np

from ..mesh import Part
from .colour import to_levels, to_linear, tone
from .looks import Look
from .noise import Noise, step
from .texel_map import TexelMap, map_texels

SIDE = 256
TONGUE = (206, 112, 108)
CHEEKS = (168, 74, 70)


def paint_tongue(part: Part, look: Look, side: int = SIDE) -> np.ndarray:
    """[side x side x 4] uint8; alpha is its gloss."""
    texels = map_texels(part.uv, part.triangles, part.positions, side, side)
    places = texels.values.astype(np.float64)
    noise = Noise(look.seed + 60)
    forward = _forward(places)
    buds = noise.value(places, 0.0012, 2)
    groove = np.exp(-((places[:, 0] / 0.0026) ** 2))
    colour = to_linear(TONGUE) * (1 + 0.45 * buds + 0.25 * noise.value(places + 1, 0.006, 2))[:, None]
    pale = (1 - 0.25 * step(0.006, 0.014, np.abs(places[:, 0])))[:, None] * np.array([0.0, 0.06, 0.05])
    depth = (0.05 + 0.62 * step(0.35, 1.0, forward)) * (1 - 0.22 * groove)
    gloss = np.clip(0.45 * step(0.5, 1.0, forward) * (1 + 1.2 * buds), 0, 1)
    return _picture(texels, tone((colour + pale * 0.3) * depth[:, None]), gloss)


def paint_mouth(part: Part, look: Look, side: int = SIDE) -> np.ndarray:
    """[side x side x 4] uint8: the bag behind the lips, which does not shine."""
    texels = map_texels(part.uv, part.triangles, part.positions, side, side)
    places = texels.values.astype(np.float64)
    forward = _forward(places)
    depth = 0.025 + 0.10 * step(0.45, 0.92, forward) + 0.60 * step(0.84, 1.0, forward) ** 1.4
    colour = to_linear(CHEEKS) * (1 + 0.4 * Noise(look.seed + 61).value(places, 0.006, 2))[:, None]
    return _picture(texels, tone(colour * depth[:, None]), np.zeros(len(places)))


def _forward(places: np.ndarray) -> np.ndarray:
    """0 at the back of a part, 1 at its front."""
    z = places[:, 2]
    return (z - z.min()) / (z.max() - z.min())


def _picture(texels: TexelMap, colour: np.ndarray, gloss: np.ndarray) -> np.ndarray:
    return to_levels(texels.picture(np.concatenate([colour, gloss[:, None]], axis=1).astype(np.float32)))
