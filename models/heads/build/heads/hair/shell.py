"""The shell below the strands, which shows between them. Short hair has only this shell."""

import numpy as np

from ..mesh import Part, keep_triangles, unit
from ..surface.noise import Noise
from ..surface.texel_map import map_texels
from .fringe import hair_cover
from .scalp import azimuth
from .styles import Style, beside_parting, inside

SIDE = 1024
# Metres behind the hairline over which the shell rises to its height and becomes dense.
RISE = 0.010
RISE_OVER_EARS = 0.030
# Metres beside a parting over which the shell rises.
PARTED = 0.010
# Metres over which the edge of cropped hair becomes dense; by metres of height on the base mesh: how dense it is at most.
EDGE = 0.009
CLIPPED = ([-0.034, -0.012, 0.030, 0.050], [0.12, 0.34, 0.72, 1.0])
TOP = np.array([0.0, 0.85, -0.35])
MIDDLE = np.array([0.0, 0.030, -0.060])


def build_shell(skin: Part, style: Style) -> Part:
    """UV: the head seen from its crown, flattened."""
    base = skin.attributes["base"]
    free = ~_of_ear(base) & (skin.attributes["part"] == 0) & (_over_ears(style, base) > -0.030)
    shell = keep_triangles(skin, free[skin.triangles].all(1) & (inside(style, base) > -0.004)[skin.triangles].any(1))
    base = shell.attributes["base"]
    shortest, longest = style.cut
    rise = np.minimum((inside(style, base) - style.flush) / RISE, _over_ears(style, base) / RISE_OVER_EARS)
    lift = style.shell * np.clip(rise, 0, 1) ** 0.7 * np.clip((base[:, 1] - shortest) / (longest - shortest), 0.15, 1) + 0.0004
    lift = lift * np.clip(beside_parting(style, base) / PARTED, 0.3, 1)
    way = unit(base - MIDDLE)
    axis = TOP / np.linalg.norm(TOP)
    across = unit(np.cross(axis, [0.0, 0.0, 1.0]))
    ahead = np.cross(across, axis)
    angle = np.arccos(np.clip(way @ axis, -1, 1))
    flat = np.stack([way @ across, way @ ahead], 1)
    flat = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    reach = 0.48 * angle / max(float(angle.max()), 1e-6)
    return Part(
        shell.positions + shell.attributes["normal"] * lift[:, None],
        0.5 + flat * reach[:, None],
        shell.triangles,
        shell.head_share,
        {name: offsets for name, offsets in shell.shapes.items() if np.abs(offsets).max() > 5e-4},
        {"base": base, "normal": shell.attributes["normal"]},
    )


def paint_shell(shell: Part, style: Style, light: np.ndarray, seed: int) -> np.ndarray:
    """RGBA. `light` [vertices], 1 in the open. Its edge is a fringe of short hairs; cropped hair shows its curls."""
    noise = Noise(seed)
    texels = map_texels(shell.uv, shell.triangles, np.concatenate([shell.attributes["base"], light[:, None]], 1), SIDE, SIDE)
    places, lit = texels.values[:, :3], texels.values[:, 3]
    depth, around = _depth(style, places), azimuth(places)
    cropped = style.name == "kofi"
    if cropped:
        curls = noise.value(places, 0.0020, 2)
        tone = 0.92 + 0.9 * np.clip(curls, -0.35, 0.5) + 0.25 * noise.value(places, 0.009, 2)
        # Towards the ears it is clipped ever closer: skin is seen between the hairs.
        dense = np.clip((depth + 0.002 * noise.value(places, 0.004, 2)) / EDGE, 0, 1) * np.interp(places[:, 1], *CLIPPED)
        alpha = np.clip((1.5 * dense - 0.38 + 1.1 * noise.value(places, 0.0008, 1)) * 2, 0, 1) * np.clip(dense / 0.12, 0, 1)
    else:
        streaks = noise.value(np.stack([around / 300, places[:, 1] * 0.12, places[:, 2] * 0.12], 1), 0.004, 2)
        tone = style.beneath + 0.30 * streaks
        dense = np.clip((depth - 0.007 + 0.005 * noise.value(places, 0.0014, 2)) / 0.006, 0, 1)
        alpha = np.maximum(dense, hair_cover(texels, places, depth, np.random.default_rng(seed)))
    # Beside a parting the hairs start one by one.
    across = noise.value(places * (0.15, 1, 1), 0.0011, 2)
    alpha = alpha * np.clip((beside_parting(style, places) + 0.0028 * across - 0.0012) / 0.0008, 0, 1)
    levels = np.array(style.colour)[None] * (tone * lit)[:, None]
    painted = np.concatenate([levels, 255 * alpha[:, None]], 1)
    return texels.picture(painted).clip(0, 255).round().astype(np.uint8)


def _depth(style: Style, base: np.ndarray) -> np.ndarray:
    """Metres from the edge of the shell [n], negative outside: the hairline, and a line over and behind the ears."""
    return np.minimum(inside(style, base), _over_ears(style, base))


def _of_ear(base: np.ndarray) -> np.ndarray:
    """Selects the ears, which project from the skull [n]. Hair in front of them and above them is cropped close."""
    x, y, z = np.abs(base[:, 0]), base[:, 1], base[:, 2]
    return (x > 0.0735) & (y > -0.060) & (y < 0.012) & (z > -0.100) & (z < -0.058)


def _over_ears(style: Style, base: np.ndarray) -> np.ndarray:
    return base[:, 1] - np.interp(azimuth(base), *style.over_ears)
