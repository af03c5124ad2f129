"""The picture of a skin: its colour, lit, with its gloss in alpha."""

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from . import face_map as at
from ..mesh import Part
from .colour import luminance, to_levels, to_linear, tone
from .gloss import skin_gloss
from .light import key_direction
from .lips import lip_share
from .looks import Look
from .noise import Noise, bell, step
from .relief import relief_shade
from .scatter import SurfaceValues
from .skin import skin_colour
from .texel_map import map_texels

SIDE = 2048
# What light, one in the key, is multiplied by before it is toned: a little warmer than it is.
EXPOSURE = np.array([0.945, 0.905, 0.855])
# Down on skin, seen against the light's edge: share of the light there that it sends on where skin turns away.
SHEEN = 0.16
# The least share of the usual light for the insides of lips and for a parting.
PARTED = 0.62
# Metres around roots of hair in which skin takes their colour.
ROOT_REACH = 0.0075
# Ring of the base mesh at which the upper lid folds.
FOLD_RING = 7.2


@dataclass(frozen=True)
class Roots:
    """The position of hair [n x 3] (metres, on the head at rest), its colour there (sRGB) and its effect on the skin, 0 to 1."""

    places: np.ndarray
    colour: tuple[float, float, float]
    strength: float


def paint_skin(
    part: Part, look: Look, light: SurfaceValues, roots: tuple[Roots, ...] = (), side: int = SIDE
) -> np.ndarray:
    """[side x side x 4] RGBA, uint8: sRGB, lit; alpha is the gloss. `part` has what skin_mesh.py knows of skin."""
    noise = Noise(look.seed)
    known = part.attributes
    values = np.concatenate(
        [
            part.positions,
            known["normal"],
            known["base"],
            known["lip_ring"][:, None],
            known["lid_ring"][:, None],
        ],
        axis=1,
    )
    texels = map_texels(part.uv, part.triangles, values, side, side)
    positions, normals, places = (texels.values[:, k : k + 3].astype(np.float64) for k in (0, 3, 6))
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    lip_ring, lid_ring = texels.values[:, 9], texels.values[:, 10]

    lip = lip_share(places, lip_ring, noise)
    colour = skin_colour(places, lip, lip_ring, lid_ring, look, noise)
    colour = _rims(colour, places, lip_ring, lid_ring, look)
    colour *= (1 - _nostrils(places, normals))[:, None] ** np.array([0.75, 1.0, 1.0])
    hairy = np.zeros(len(places))
    for group in roots:
        distance, _ = cKDTree(group.places).query(positions, distance_upper_bound=ROOT_REACH)
        near = group.strength * step(ROOT_REACH, 0.0, np.minimum(distance, ROOT_REACH))
        near *= 1 + 0.5 * noise.value(positions, 0.002, 2)
        colour += near[:, None] * (to_linear(group.colour) - colour)
        hairy = np.maximum(hairy, near)

    shade, height = relief_shade(places, normals, key_direction(), lip, look, noise)
    received = _on_crown(_between_lips(light.at(positions, normals), lip, lip_ring), places)
    lit = colour * received * shade[:, None]
    away = np.clip(1 - normals[:, 2], 0, 1) ** 3
    lit += (SHEEN * away * (1 - lip) * (1 - hairy) * luminance(lit))[:, None] * np.array([1.0, 0.96, 0.92])
    gloss = skin_gloss(places, lip, lip_ring, lid_ring, height, look, noise) * (1 - hairy)
    painted = np.concatenate([tone(EXPOSURE * look.exposure * lit), gloss[:, None]], axis=1).astype(np.float32)
    return to_levels(texels.picture(painted))


def _rims(colour: np.ndarray, places: np.ndarray, lip_ring: np.ndarray, lid_ring: np.ndarray, look: Look) -> np.ndarray:
    """Edges of lids, moist and rosy; the line of lashes on them; the dark where lips meet."""
    x = np.abs(places[:, 0])
    corners = np.interp(x, [at.INNER_CORNER[0], at.OUTER_CORNER[0]], [at.INNER_CORNER[1], at.OUTER_CORNER[1]])
    upper = step(-0.0006, 0.0006, places[:, 1] - corners)
    pink = colour * np.array([1.0, 0.80, 0.78]) * 1.06
    colour = _mix(colour, pink, 0.8 * step(3.2, 2.4, lid_ring))
    roots = to_linear((38, 24, 20))
    line = step(1.6, 2.4, lid_ring) * step(4.1, 3.1, lid_ring)
    outer = 0.65 + 0.35 * step(0.020, 0.036, x)
    colour = _mix(colour, roots, look.liner * line * outer * (0.30 + 0.70 * upper) * (0.75 * upper + 0.25))
    # The fold above the lid: skin that lies on skin, and the shade in it.
    colour = _mix(colour, colour * np.array([0.50, 0.36, 0.32]), look.fold * _fold(x, lid_ring) * upper)
    return _mix(colour, colour * np.array([0.52, 0.34, 0.34]), step(3.0, 1.2, lip_ring))


def _fold(x: np.ndarray, lid_ring: np.ndarray) -> np.ndarray:
    """Returns a line with a shade that fades above it, 0 to 1; `x` is in metres beside the nose."""
    ends = step(at.INNER_CORNER[0] - 0.002, at.INNER_CORNER[0] + 0.010, x) * step(at.OUTER_CORNER[0] + 0.006, at.OUTER_CORNER[0] - 0.004, x)
    line = np.exp(-(((lid_ring - FOLD_RING) / 0.55) ** 2))
    above = 0.45 * step(FOLD_RING + 3.0, FOLD_RING, lid_ring) * step(FOLD_RING - 0.8, FOLD_RING, lid_ring)
    return np.clip(line + above, 0, 1) * ends


def _between_lips(received: np.ndarray, lip: np.ndarray, lip_ring: np.ndarray) -> np.ndarray:
    """
    Lips in contact shade each other. Their insides are visible, and lit, only while they are parted: they get at least a share of the
    light on the lips.
    """
    usual = np.median(received[(lip > 0.7) & (lip_ring > 5)], axis=0)
    inside = (step(8.0, 5.5, lip_ring) * step(0.1, 0.5, lip))[:, None]
    return _at_least(PARTED * usual, received, inside)


def _on_crown(received: np.ndarray, places: np.ndarray) -> np.ndarray:
    """In a parting light comes from straight above: the hair on both sides, which is known as points, would shut it out."""
    crown = step(0.062, 0.072, places[:, 1])[:, None]
    return _at_least(PARTED * np.median(received, axis=0), received, crown)


def _at_least(least: np.ndarray, received: np.ndarray, share: np.ndarray) -> np.ndarray:
    return received + share * (np.maximum(received, least) - received)


def _nostrils(places: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """How dark the insides of the nose are, 0 to 1: light that scatters about them does not come out of a hole."""
    deep = sum(bell(places, nostril, (0.0042, 0.0026, 0.0060)) for nostril in at.both_sides(at.NOSTRIL))
    return 0.72 * np.minimum(deep * step(0.15, -0.35, normals[:, 1]) * 1.3, 1)


def _mix(colour: np.ndarray, other: np.ndarray, share: np.ndarray) -> np.ndarray:
    return colour + share[:, None] * (other - colour)
