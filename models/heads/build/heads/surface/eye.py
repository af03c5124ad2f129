"""The picture of an eyeball: a warm, veined white, an iris with depth. No glint and no shade of the lids: those move."""

import numpy as np

from ..mesh import Part, vertex_normals
from .colour import luminance, to_levels, to_linear, tone
from .light import key_direction
from .looks import Look
from .noise import Noise, step
from .scatter import SurfaceValues
from .texel_map import map_texels

SIDE = 512
WHITE = (246, 241, 236)
CORNER = (214, 160, 146)
PUPIL = (9, 8, 9)
EXPOSURE = 1.34
# Share of the light on the ball that is its mean: the white of an eye is wet and thin and lit from within.
EVEN = 0.82
# Luminance that the light on a ball has at least.
BRIGHT = 0.44


def paint_eye(part: Part, iris: float, light: SurfaceValues, look: Look, nose: int, side: int = SIDE) -> np.ndarray:
    """
    Returns an opaque image [side x side x 4] of uint8. The pupil is in the middle; x and y of the eyeball are along u and -v. `iris` is
    the radius in uv. `nose` is -1 if the nose is at smaller u and 1 if at larger u.
    """
    lit = light.at(part.positions, vertex_normals(part.positions, part.triangles))
    texels = map_texels(part.uv, part.triangles, lit, side, side)
    across = ((texels.columns + 0.5) / side - 0.5) / iris
    down = ((texels.rows + 0.5) / side - 0.5) / iris
    away = np.hypot(across, down)
    turn = np.arctan2(down, across)
    noise = Noise(look.seed + 100 + nose)

    # Whites are warmer and darker, the more melanin there is.
    colour = _white(across, down, away, turn, nose, noise) * np.array([0.95, 0.94, 0.92]) ** look.melanin
    # The white begins softly: the limbus lets both through.
    limbus = step(1.07, 0.93, away + 0.03 * noise.value(_ring(turn, 0.3), 0.1, 2))
    colour += limbus[:, None] * (_iris(across, down, away, turn, look, noise) - colour)
    pupil = step(look.iris.pupil + 0.035, look.iris.pupil - 0.035, away)
    colour += pupil[:, None] * (to_linear(PUPIL) - colour)

    lit = texels.values.astype(np.float64)
    lit = (1 - EVEN) * lit + EVEN * np.percentile(lit, 75, axis=0)
    # Hair shades the sockets; eyes that are grey for it look dull.
    lit *= max(1.0, BRIGHT / luminance(np.percentile(lit, 75, axis=0)))
    painted = tone(EXPOSURE * colour * lit).astype(np.float32)
    rgb = to_levels(texels.picture(painted))
    return np.dstack([rgb, np.full((side, side), 255, np.uint8)])


def _white(across: np.ndarray, down: np.ndarray, away: np.ndarray, turn: np.ndarray, nose: int, noise: Noise) -> np.ndarray:
    rosy = step(1.15, 2.6, away) * (0.55 + 0.25 * np.cos(2 * turn)) + 0.35 * step(1.7, 2.5, across * nose)
    colour = to_linear(WHITE) + np.clip(rosy, 0, 1)[:, None] * 0.75 * (to_linear(CORNER) - to_linear(WHITE))
    # Veins run from the corners towards the iris and end before it: thin places of noise stretched along them.
    bent = turn + 0.35 * noise.value(np.stack([across, down, 0 * away], 1), 0.5, 2)
    threads = np.abs(noise.value(np.stack([9 * np.sin(bent), 9 * np.cos(bent), 0.35 * away], 1), 0.8, 2))
    vein = step(0.018, 0.0, threads) * step(1.25, 2.2, away) * (0.35 + 0.65 * np.cos(turn) ** 2)
    # The white of the eyeball darkens at the sides, where it turns away and the lids are close.
    round_off = 1 - 0.26 * step(1.15, 2.5, away)
    return colour * round_off[:, None] * (1 - 0.20 * vein[:, None] * np.array([0.18, 1.0, 0.85]))


def _iris(
    across: np.ndarray, down: np.ndarray, away: np.ndarray, turn: np.ndarray, look: Look, noise: Noise
) -> np.ndarray:
    pupil = look.iris.pupil
    inner, body, border = (to_linear(level) for level in (look.iris.inner, look.iris.body, look.iris.border))
    out = np.clip((away - pupil) / (1 - pupil), 0, 1)
    ragged = out + 0.10 * noise.value(_ring(turn, 1.0), 0.10, 2)
    colour = inner + step(0.18, 0.50, ragged)[:, None] * (body - inner)
    # Fibres, fine and coarse, that fork outwards; a collar where the two layers of the iris meet.
    fine = noise.value(np.concatenate([_ring(turn, 1.0)[:, :2], 0.10 * away[:, None]], 1), 0.055, 2)
    coarse = noise.value(np.concatenate([_ring(turn, 1.0)[:, :2], 0.22 * away[:, None]], 1) + 5, 0.20, 2)
    collar = np.exp(-(((ragged - 0.34) / 0.07) ** 2))
    relief = 1 + 0.75 * fine + 0.55 * coarse + 0.20 * collar - 0.35 * step(0.10, 0.0, out)
    colour = colour * np.maximum(relief, 0.25)[:, None]
    colour += step(0.66, 1.0, out)[:, None] * 0.86 * (border - colour)
    # Light enters at the top on the side of the key light and collects at the bottom on the opposite side. The shade of the lid is at the
    # top.
    key = key_direction()
    opposite = (-across * key[0] + down * key[1]) / np.hypot(key[0], key[1])
    return colour * (0.92 + 0.72 * step(-0.1, 0.95, opposite) * (1 - 0.5 * out) - 0.34 * step(-0.15, -0.95, down))[:, None]


def _ring(turn: np.ndarray, radius: float) -> np.ndarray:
    """Returns points on a circle, so that noise is continuous where the angle starts again."""
    return np.stack([radius * np.cos(turn), radius * np.sin(turn), 0 * turn], 1)
