"""The picture of a garment: threads, seams along its rims, folds; lit."""

import numpy as np
from scipy.spatial import cKDTree

from .blockers import vertex_normals
from .colour import to_levels, to_linear, tone
from .light import key_direction
from .looks import Look
from .noise import Noise, step
from .scatter import SurfaceValues
from .texel_map import map_texels

SIDE = 1024
EXPOSURE = 0.90
# Metres: the width of a band of ribs along a rim, and of stitches, ribs and threads.
BAND = 0.017
STITCH = 0.0034
RIB = 0.0042
THREAD = 0.0016
# Metres between two places whose heights are compared: two texels.
REACH = 0.0010
# Cloths with bands of ribs along their rims; the others have a stitched hem.
RIBBED = ("knit", "rib")


def paint_cloth(
    positions: np.ndarray, uv: np.ndarray, triangles: np.ndarray, look: Look, light: SurfaceValues, side: int = SIDE
) -> np.ndarray:
    """[side x side x 4] uint8, opaque."""
    noise = Noise(look.seed + 50)
    rim = cKDTree(positions[rim_vertices(positions, triangles)]).query(positions)[0]
    values = np.concatenate([positions, vertex_normals(positions, triangles), rim[:, None]], axis=1)
    texels = map_texels(uv, triangles, values, side, side)
    places, normals = (texels.values[:, k : k + 3].astype(np.float64) for k in (0, 3))
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    # From the rim's vertices alone distances would be scalloped: the texels' own are taken near it.
    rim = texels.values[:, 6].astype(np.float64)

    cloth = look.cloth
    height = _height(places, normals, rim, cloth.weave, noise)
    key = key_direction()
    along = key - (normals @ key)[:, None] * normals
    ahead = _height(places + REACH * along, normals, rim - REACH * along[:, 1], cloth.weave, noise)
    slope = np.clip(1 + 0.60 * (height - ahead), 0.55, 1.45)
    fold = _folds(places, noise) - _folds(places + 0.006 * along, noise)

    colour = np.tile(to_linear(cloth.colour), (len(places), 1))
    if cloth.trim is not None:
        colour += step(BAND + 0.001, BAND, rim)[:, None] * (to_linear(cloth.trim) - colour)
    colour *= (1 + 0.10 * height + 0.14 * noise.value(places, 0.09, 3) + 0.10 * noise.value(places + 1, 0.004, 2))[:, None]
    seam = np.exp(-(((rim - BAND) / 0.0012) ** 2)) if cloth.weave in RIBBED else np.exp(-(((rim - 0.006) / 0.0006) ** 2))
    colour *= (1 - 0.38 * seam)[:, None]
    lit = colour * light.at(places, normals) * (slope * np.clip(1 + 0.9 * fold, 0.7, 1.3))[:, None]
    # Fibres that stand off catch light where cloth turns away.
    away = np.clip(1 - normals[:, 2], 0, 1) ** 3
    lit *= (1 + (0.55 if cloth.weave != "woven" else 0.2) * away)[:, None]
    rgb = to_levels(texels.picture(tone(EXPOSURE * lit).astype(np.float32)))
    return np.dstack([rgb, np.full((side, side), 255, np.uint8)])


def rim_vertices(positions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Vertices on free edges above the shoulders: collars and necklines. Seams of the texture are no edges."""
    _, place = np.unique(np.round(positions / 1e-6).astype(np.int64), axis=0, return_inverse=True)
    place = place.reshape(-1)
    edges = np.sort(place[np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])], axis=1)
    kinds, counts = np.unique(edges, axis=0, return_counts=True)
    free = np.zeros(place.max() + 1, bool)
    free[kinds[counts == 1].ravel()] = True
    # The lower and outer ends lie outside the picture.
    shown = (positions[:, 1] > -0.245) & (np.abs(positions[:, 0]) < 0.13)
    chosen = np.nonzero(free[place] & shown)[0]
    return chosen if len(chosen) else np.array([int(positions[:, 1].argmax())])


def _height(places: np.ndarray, normals: np.ndarray, rim: np.ndarray, weave: str, noise: Noise) -> np.ndarray:
    """Of threads, -1 to 1: seen along the three axes and blended by how much each is faced."""
    weights = normals**4
    weights /= weights.sum(1, keepdims=True)
    height = np.zeros(len(places))
    for axis, (a, b) in enumerate(((2, 1), (0, 2), (0, 1))):
        height += weights[:, axis] * _weave(places[:, a], places[:, b], weave)
    height += 0.5 * noise.value(places + 2, 0.0022, 2)
    if weave in RIBBED:
        around = np.arctan2(places[:, 0], places[:, 2] + 0.06) * 0.085
        band = step(BAND + 0.0008, BAND - 0.0008, rim)
        height = height * (1 - band) + band * np.sin(2 * np.pi * around / RIB)
    return height


def _weave(across: np.ndarray, up: np.ndarray, weave: str) -> np.ndarray:
    if weave == "knit":
        # Columns of stitches, each a V.
        column = across / STITCH
        lean = np.abs(column - np.round(column))
        return 0.75 * np.cos(2 * np.pi * (up / (0.75 * STITCH) - 1.1 * lean)) * (1 - 1.2 * lean) - 0.9 * (lean > 0.44)
    if weave == "rib":
        return np.sin(2 * np.pi * across / RIB)
    if weave == "wool":
        return 0.35 * np.sin(2 * np.pi * (across + up) / (2 * THREAD))
    return 0.22 * np.sin(2 * np.pi * across / THREAD) * np.sin(2 * np.pi * up / THREAD)


def _folds(places: np.ndarray, noise: Noise) -> np.ndarray:
    """Height of soft folds that hang from the shoulders towards the middle of the chest."""
    hang = np.stack([places[:, 0] + 0.45 * np.abs(places[:, 1] + 0.2) * np.sign(places[:, 0]), places[:, 1] * 0.4, places[:, 2] * 0.5], 1)
    return 1.6 * noise.value(hang + 3, 0.05, 2)
