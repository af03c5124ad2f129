"""The soft edge of the shell: short fine hairs, single at the hairline and denser with the distance behind it."""

import numpy as np

from ..surface.texel_map import TexelMap

# Metres before and behind the hairline between which they root, and of their length.
BEFORE, BEHIND = 0.0015, 0.011
LENGTH = (0.004, 0.010)
STEPS = 14
# Hairs to a thousand texels.
DENSITY = 210
# Radians by which a hair turns from the straight way back.
TURN = 0.45


def hair_cover(texels: TexelMap, places: np.ndarray, depth: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Cover of each texel [n], 0 to 1. `places` [n x 3] and `depth` [n]: metres, behind the hairline."""
    field = texels.picture(np.concatenate([places, depth[:, None]], 1)).astype(np.float64)
    known = np.zeros((texels.height, texels.width), bool)
    known[texels.rows, texels.columns] = True
    texel = np.linalg.norm(np.gradient(field[..., :3], axis=1), axis=2)
    down, right = np.gradient(field[..., 3])
    chosen = np.nonzero((depth > -BEFORE) & (depth < BEHIND) & (random.random(len(depth)) < DENSITY / 1000 * np.clip((depth + BEFORE) / 0.006, 0.08, 1)))[0]
    y, x = texels.rows[chosen] + random.random(len(chosen)), texels.columns[chosen] + random.random(len(chosen))
    # Neighbours have similar directions and form tufts.
    tufts = np.sin(900 * places[chosen] @ np.array([1.0, 0.7, 0.4])) + 0.6 * np.sin(2300 * places[chosen] @ np.array([-0.5, 1.0, 0.8]))
    turn = TURN * (0.6 * tufts + random.normal(0, 0.6, len(chosen)))
    step = random.uniform(*LENGTH, len(chosen)) / STEPS
    strong = random.uniform(0.55, 1.0, len(chosen))
    cover = np.zeros((texels.height, texels.width))
    for number in range(STEPS):
        row, column = np.clip(y.astype(int), 0, texels.height - 2), np.clip(x.astype(int), 0, texels.width - 2)
        thick = strong * np.interp(number / STEPS, [0, 0.25, 0.7, 1], [0.6, 1, 0.8, 0.15])
        for dy in (0, 1):
            for dx in (0, 1):
                share = np.abs(1 - dy - (y - row)) * np.abs(1 - dx - (x - column))
                np.maximum.at(cover, (row + dy, column + dx), thick * np.clip(1.5 * share, 0, 1))
        ways = np.stack([right[row, column], down[row, column]], 1)
        ways /= np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-9)
        pace = step / np.clip(texel[row, column], 1e-4, 1e-3)
        x = x + pace * (np.cos(turn) * ways[:, 0] - np.sin(turn) * ways[:, 1])
        y = y + pace * (np.sin(turn) * ways[:, 0] + np.cos(turn) * ways[:, 1])
    return (cover * known)[texels.rows, texels.columns]
