"""Colour of skin before any light: what collagen sends back, less what melanin and blood take from it."""

import numpy as np

from . import face_map as at
from .colour import to_linear
from .looks import Look
from .noise import Noise, bell, step
from .spots import spot_cover, strew_spots

# For red, green and blue: the reflectance of the dermis and the absorption of a unit of melanin and of blood.
DERMIS = np.array([0.905, 0.795, 0.672])
MELANIN = np.array([0.61, 0.81, 0.99])
BLOOD = np.array([0.12, 0.58, 0.58])
# Lips have little melanin.
LIP_MELANIN = 0.80


def skin_colour(
    places: np.ndarray, lip: np.ndarray, lip_ring: np.ndarray, lid_ring: np.ndarray, look: Look, noise: Noise
) -> np.ndarray:
    """Linear colour [n x 3] of skin at places of the face's map [n x 3]; `lip` is the share of each that is lip, 0 to 1."""
    # Dark skin is even: the same differences would show many times stronger in it.
    rough = (1 - 0.8 * look.smooth) * min(1.0, 0.7 / look.melanin)
    melanin = np.full(len(places), 1.0)
    melanin += rough * (0.10 * noise.value(places, 0.045, 2) + 0.16 * noise.value(places + 1, 0.011, 2))
    melanin += rough * 0.16 * noise.value(places + 2, 0.0022, 2)
    melanin += 0.10 * bell(places, at.FOREHEAD, (0.05, 0.025, 0.05)) - 0.08 * bell(places, (0, -0.13, 0), (0.06, 0.03, 0.06))
    blood = np.full(len(places), look.blood)
    blood += rough * look.blood * (0.30 * noise.value(places + 3, 0.016, 3) + 0.30 * noise.value(places + 4, 0.0035, 2))
    blood += look.flush * _flush(places)
    blood += 0.12 * rough * look.age * np.maximum(noise.value(places + 5, 0.006, 3) * 3, 0) * bell(places, (0, -0.03, 0.03), (0.06, 0.03, 0.05))
    for eye in at.both_sides(at.EYE):
        # Thin skin about the eyes: a little redder and darker, never grey.
        melanin += 0.08 * bell(places, eye + (-0.004, -0.012, 0), (0.013, 0.005, 0.02))
        blood += 0.09 * bell(places, eye + (-0.003, -0.010, 0), (0.016, 0.006, 0.02))
        # What sends light into hollows under brows is skin itself: they would look painted red.
        blood -= 0.16 * bell(places, eye + (0.001, 0.0110, 0), (0.018, 0.0070, 0.02))
    blood += look.flush * 0.5 * step(4.5, 2.5, lid_ring)
    melanin = melanin * look.melanin
    melanin += _freckles(places, lip, look) + _age_spots(places, look, noise)
    melanin = melanin * (1 - lip * (1 - LIP_MELANIN))
    blood += look.lip_blood * lip * (0.88 + 0.45 * step(6.0, 1.5, lip_ring) + 0.35 * noise.value(places + 6, 0.006, 2))
    for corner in at.both_sides(at.MOUTH_CORNER):
        shaded = bell(places, corner, (0.0042, 0.0024, 0.02))
        melanin += 0.22 * shaded
        blood += 0.30 * shaded
    colour = DERMIS * np.exp(-melanin[:, None] * MELANIN - np.maximum(blood, 0)[:, None] * BLOOD)
    colour *= 1 + lip[:, None] * (np.array(look.lip_tint) - 1)
    return _beard(_stubble(colour, places, lip, look, noise), places, lip, look, noise)


def beard_area(places: np.ndarray) -> np.ndarray:
    """Returns where a beard grows, 0 to 1: moustache, chin and jaw up to a line on the cheeks, sparser on the neck."""
    x, y, z = np.abs(places[:, 0]), places[:, 1], places[:, 2]
    line = np.interp(x, [0, 0.018, 0.026, 0.033, 0.045, 0.058, 0.066], [-0.045, -0.049, -0.058, -0.063, -0.058, -0.038, -0.004])
    area = step(0.007, -0.009, y - line) * step(-0.140, -0.112, y) * step(-0.040, -0.002, z)
    # The corners beside the lower lip and the hollow below it have no hair.
    for corner in at.both_sides((0.019, -0.0800, 0.026)):
        area *= 1 - 0.25 * bell(places, corner, (0.0062, 0.0050, 0.02))
    return area


def _flush(places: np.ndarray) -> np.ndarray:
    """Returns where blood is visible in the skin: cheeks, nose, ears and chin."""
    flush = 0.9 * bell(places, at.NOSE_TIP, (0.012, 0.010, 0.016)) + 0.4 * bell(places, at.CHIN, (0.014, 0.011, 0.02))
    for side in (1, -1):
        mirror = places * (side, 1, 1)
        flush += 0.95 * bell(mirror, at.CHEEK, (0.019, 0.014, 0.028))
        flush += 0.7 * bell(mirror, at.NOSE_WING, (0.006, 0.007, 0.012))
        flush += 1.2 * bell(mirror, at.EAR, (0.012, 0.034, 0.030))
        flush += 0.3 * bell(mirror, (0.044, 0.010, 0.010), (0.012, 0.010, 0.02))
    return flush - 0.22 * bell(places, at.FOREHEAD, (0.04, 0.02, 0.03))


def _freckles(places: np.ndarray, lip: np.ndarray, look: Look) -> np.ndarray:
    if look.freckles == 0:
        return np.zeros(len(places))
    rng = np.random.default_rng(look.seed)
    density = bell(places, (0, -0.026, 0.034), (0.024, 0.013, 0.03)) + 0.02 * (places[:, 2] > 0)
    for cheek in at.both_sides(at.CHEEKBONE):
        density += 0.8 * bell(places, cheek - (np.sign(cheek[0]) * 0.008, 0.007, 0), (0.016, 0.013, 0.03))
    spots = strew_spots(rng, places, density * (1 - lip), 420)
    radii = rng.uniform(0.0004, 0.0009, len(spots))
    strengths = rng.uniform(0.15, 0.75, len(spots))
    return 0.62 * look.freckles * spot_cover(places, spots, radii, strengths, 0.004)


def _age_spots(places: np.ndarray, look: Look, noise: Noise) -> np.ndarray:
    if look.age == 0:
        return np.zeros(len(places))
    blots = step(0.24, 0.36, noise.value(places + 7, 0.0075, 2))
    return 0.09 * look.age * blots * (places[:, 1] > -0.06)


def _stubble(colour: np.ndarray, places: np.ndarray, lip: np.ndarray, look: Look, noise: Noise) -> np.ndarray:
    """Paints the shade of roots below the skin, which is cool beside the blood of the cheeks, and the roots."""
    if look.stubble == 0:
        return colour
    area = beard_area(places) * (1 - lip) * (0.8 + 0.5 * noise.value(places + 8, 0.012, 2))
    shade = np.array([0.70, 0.74, 0.79])
    colour = colour * (1 - 0.62 * look.stubble * area[:, None] * (1 - shade))
    rng = np.random.default_rng(look.seed + 1)
    roots = strew_spots(rng, places, np.maximum(area, 0) + 1e-9, 16000)
    cover = spot_cover(places, roots, rng.uniform(0.00022, 0.00038, len(roots)), rng.uniform(0.25, 0.8, len(roots)), 0.0012)
    cover = (cover * look.stubble * np.clip(area * 1.6, 0, 1))[:, None]
    return colour * (1 - 0.72 * cover) + to_linear(look.hair) * 0.72 * cover


def _beard(colour: np.ndarray, places: np.ndarray, lip: np.ndarray, look: Look, noise: Noise) -> np.ndarray:
    """Paints a beard of some millimetres: short hairs that point down, dense on the chin, with single hairs along the edge."""
    if look.beard == 0:
        return colour
    area = beard_area(places) * (1 - lip)
    # They grow down, and on the cheeks back as well.
    along = places * (1, 0.26, 0.40) + places[:, [2, 0, 1]] * (0.10, 0.0, 0.0)
    hairs = noise.value(along + 10, 0.00062, 1)
    strands = noise.value(along + 11, 0.0013, 2)
    tufts = noise.value(places * (1, 0.5, 0.7) + 9, 0.0060, 2)
    # Skin between the hairs is darkened by their roots and their shade in proportion to the density.
    between = 0.80 * step(0.15, 0.95, area + 0.15 * tufts)
    single = step(-0.12, 0.16, 1.15 * area - 0.56 + 0.95 * hairs + 0.22 * strands + 0.12 * tufts)
    cover = look.beard * np.maximum(between, single * step(0.03, 0.30, area))
    dark = to_linear(look.hair) * np.maximum(1.9 + 2.6 * hairs + 3.2 * strands + 1.6 * tufts, 0.45)[:, None]
    return colour + cover[:, None] * (dark - colour)
