"""The picture of a garment: threads, seams along its rims, folds; lit."""

import numpy as np
from scipy.spatial import cKDTree

from ..mesh import Part, unit, vertex_normals
from ..unroll import unroll
from .colour import to_levels, to_linear, tone
from .light import key_direction
from .looks import Look
from .noise import Noise, step
from .scatter import SurfaceValues
from .texel_map import map_texels

SIDE = 1024
EXPOSURE = 0.90
# The least light as a share of the light on most of the garment. Fleece transmits some light.
INSIDE, INSIDE_FLEECE = 0.20, 0.50
# Metres: the width of a band of ribs along a rim, and of stitches, ribs and threads.
BAND = 0.017
STITCH = 0.0046
RIB = 0.0046
THREAD = 0.0016
# Distance of a seam from the stitched edge in metres.
HEM = 0.0050
# Metres between two places whose heights are compared: two texels.
REACH = 0.0010
# Cloths with bands of ribs along their rims; the others have a stitched hem.
RIBBED = ("knit", "jersey")
# Cloths of which one sees fibres rather than threads.
SOFT = ("wool", "fleece")


def paint_cloth(part: Part, look: Look, light: SurfaceValues, side: int = SIDE) -> np.ndarray:
    """[side x side x 4] uint8, opaque, of a garment with attributes `rim` and `band`."""
    cloth = look.cloth
    noise = Noise(look.seed + 50)
    band = part.attributes["band"]
    free = cKDTree(part.positions[free_vertices(part.positions, part.triangles)]).query(part.positions)[0]
    rim = np.where(band > 0.5, free, part.attributes["rim"])
    normals = vertex_normals(part.positions, part.triangles)
    values = np.concatenate([part.positions, normals, rim[:, None], band[:, None]], axis=1)
    # Where the cloth of an arm overlaps itself, the side that faces the viewer is painted last.
    triangles = part.triangles[np.argsort(normals[part.triangles][:, :, 2].sum(1), kind="stable")]
    texels = map_texels(part.uv, triangles, values, side, side)
    places, normals = (texels.values[:, k : k + 3].astype(np.float64) for k in (0, 3))
    normals = unit(normals)
    rim, band = texels.values[:, 6].astype(np.float64), texels.values[:, 7].astype(np.float64)
    ribbed = np.maximum(step(BAND + 0.0008, BAND - 0.0008, rim), band) if cloth.weave in RIBBED else np.zeros(len(rim))

    key = key_direction()
    along = key - (normals @ key)[:, None] * normals
    height = _height(places, ribbed, cloth.weave, noise)
    slope = height - _height(places + REACH * along, ribbed, cloth.weave, noise)
    fold = _folds(places, noise) - _folds(places + 0.006 * along, noise)
    relief = np.clip(1 + 0.55 * slope, 0.6, 1.4) * np.clip(1 + 0.9 * fold * (1 - band), 0.7, 1.3)

    colour = np.tile(to_linear(cloth.colour), (len(places), 1))
    if cloth.trim is not None:
        colour += ribbed[:, None] * (to_linear(cloth.trim) - colour)
    worn = 0.10 * height + 0.06 * noise.value(places + 1, 0.004, 2)
    colour *= (1 + worn - 0.36 * _seams(rim, band, cloth.weave))[:, None]
    falling = light.at(places, normals)
    # The inside of a collar is dim, not black.
    falling = np.maximum(falling, (INSIDE_FLEECE if cloth.weave == "fleece" else INSIDE) * np.percentile(falling, 70, axis=0))
    lit = colour * falling * relief[:, None]
    # Fibres on the surface catch light where cloth turns away.
    away = np.clip(1 - np.abs(normals[:, 2]), 0, 1) ** 3
    lit *= (1 + (0.2 if cloth.weave == "woven" else 0.5) * away)[:, None]
    rgb = to_levels(texels.picture(tone(EXPOSURE * lit).astype(np.float32)))
    return np.dstack([rgb, np.full((side, side), 255, np.uint8)])


def free_vertices(positions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Selects vertices on free edges around the neck: those of collars and necklines. Seams of the texture are not edges."""
    _, place = np.unique(np.round(positions / 1e-6).astype(np.int64), axis=0, return_inverse=True)
    place = place.reshape(-1)
    edges = np.sort(place[np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])], axis=1)
    kinds, counts = np.unique(edges, axis=0, return_counts=True)
    free = np.zeros(place.max() + 1, bool)
    free[kinds[counts == 1].ravel()] = True
    # The lower and outer ends are outside the image.
    shown = (positions[:, 1] > -0.245) & (np.abs(positions[:, 0]) < 0.13)
    chosen = np.nonzero(free[place] & shown)[0]
    return chosen if len(chosen) else np.array([int(positions[:, 1].argmax())])


def _seams(rim: np.ndarray, band: np.ndarray, weave: str) -> np.ndarray:
    """Returns 0 to 1: where a ribbed band is sewn on, or a hem or a collar is stitched."""
    if weave in RIBBED:
        return np.exp(-(((rim - BAND) / 0.0012) ** 2)) * (1 - band)
    return np.exp(-(((rim - HEM) / 0.0006) ** 2))


def _height(places: np.ndarray, ribbed: np.ndarray, weave: str, noise: Noise) -> np.ndarray:
    """Returns the height of the threads, -1 to 1."""
    height = _weave(*unroll(places).T, weave) + (0.9 if weave in SOFT else 0.5) * noise.value(places + 2, 0.0022, 2)
    around = np.arctan2(places[:, 0], places[:, 2] + 0.06) * 0.085
    return height + ribbed * (0.6 * np.sin(2 * np.pi * around / RIB) - height)


def _weave(across: np.ndarray, up: np.ndarray, weave: str) -> np.ndarray:
    if weave == "knit":
        # Columns of stitches, each a V.
        column = across / STITCH
        lean = np.abs(column - np.round(column))
        return 0.50 * np.cos(2 * np.pi * (up / (0.75 * STITCH) - 1.1 * lean)) * (1 - 1.2 * lean) - 0.6 * step(0.36, 0.48, lean)
    if weave == "woven":
        return 0.22 * np.sin(2 * np.pi * across / THREAD) * np.sin(2 * np.pi * up / THREAD)
    # Of the others one sees fibres, not threads.
    return np.zeros(len(across))


def _folds(places: np.ndarray, noise: Noise) -> np.ndarray:
    """
    Returns the height of soft folds. Cloth is pulled from the top of each shoulder towards the armpit, where it gathers; over chest and
    collar bones it is nearly flat.
    """
    x, y, z = places.T
    side = np.abs(x)
    gathers = step(0.065, 0.125, side) * step(-0.165, -0.215, y)
    # Each fold runs down and outwards; across it waves follow one another unevenly.
    leaning = np.stack([side + 0.55 * (y + 0.2), 0.16 * (y - 0.5 * side), 0.25 * z + np.sign(x)], 1)
    hanging = np.stack([x, 0.22 * y, 0.3 * z], 1)
    return 2.2 * gathers * noise.value(leaning + 3, 0.026, 1) + 0.9 * noise.value(hanging + 5, 0.07, 1)
