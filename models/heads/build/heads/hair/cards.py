"""The picture that all ribbons of a head share: locks of many fine hairs, root above, end below."""

import numpy as np

LOCKS = 8
LOCK_WIDTH, LOCK_HEIGHT = 128, 512
# Texels about a lock in which nothing is painted, so that smaller levels of the picture do not mix neighbours.
EDGE = 4


def lock_place(lock: int) -> tuple[float, float, float, float]:
    """u of its left and right, v of its root and end."""
    left = (lock * LOCK_WIDTH + EDGE) / (LOCKS * LOCK_WIDTH)
    right = ((lock + 1) * LOCK_WIDTH - EDGE) / (LOCKS * LOCK_WIDTH)
    return left, right, EDGE / LOCK_HEIGHT, 1 - EDGE / LOCK_HEIGHT


def paint_locks(
    colour: tuple[float, float, float],
    random: np.random.Generator,
    hairs: int = 70,
    contrast: float = 0.16,
    root: float = 0.72,
    end: float = 1.12,
    ragged: float = 0.22,
    solid: float = 0.75,
) -> np.ndarray:
    """
    [LOCK_HEIGHT x LOCKS * LOCK_WIDTH x 4] uint8, sRGB. `colour` of the middle; `root`, `end`: what it is multiplied by there; `contrast`:
    between hairs; `ragged`: over which share of the length they end; `solid`: how much of the width is without gaps.
    """
    picture = np.zeros((LOCK_HEIGHT, LOCKS * LOCK_WIDTH, 4), np.float32)
    for lock in range(LOCKS):
        picture[:, lock * LOCK_WIDTH : (lock + 1) * LOCK_WIDTH] = _lock(colour, random, hairs, contrast, root, end, ragged, solid)
    return (np.clip(picture, 0, 255) + 0.5).astype(np.uint8)


def _lock(colour, random, hairs, contrast, root, end, ragged, solid) -> np.ndarray:
    width, height = LOCK_WIDTH - 2 * EDGE, LOCK_HEIGHT
    v = np.linspace(0, 1, height)
    columns = np.arange(LOCK_WIDTH) - EDGE + 0.5
    cover = np.zeros((height, LOCK_WIDTH), np.float32)
    bright = np.full((height, LOCK_WIDTH), 1.0, np.float32)
    # From the back to the front: each hair lies over those before it.
    for place in random.permutation(hairs):
        u = 0.03 + 0.94 * (place + random.random()) / hairs
        from_edge = min(u, 1 - u) * 2
        drawn_in = (0.5 - u) * 0.35 * np.clip((v - 0.7) / 0.3, 0, 1) ** 1.5
        wander = random.normal(0, 0.025) * v**1.5 + random.normal(0, 0.012) * np.sin(v * random.uniform(3, 9) + random.uniform(0, 6))
        line = (u + drawn_in + wander * min(1, from_edge * 3)) * width
        thick = random.uniform(1.0, 2.1) * np.interp(v, [0, 0.08, 0.7, 1], [0.8, 1, 1, 0.55])
        stops = 1.02 - ragged * random.random() ** 1.4 * (1.4 - from_edge)
        starts = random.uniform(-0.06, 0.02) + 0.05 * random.random() * (from_edge < 0.4)
        alive = np.clip((v - starts) / 0.03, 0, 1) * np.clip((stops - v) / 0.06, 0, 1)
        shape = np.clip(1.15 - np.abs(columns[None] - line[:, None]) / thick[:, None], 0, 1) * alive[:, None]
        tone = 1 + random.normal(0, contrast) + 0.05 * np.sin(v * random.uniform(2, 8) + random.uniform(0, 6))
        round_light = 1 - 0.22 * np.clip(np.abs(columns[None] - line[:, None]) / thick[:, None], 0, 1)
        bright = bright * (1 - shape) + shape * tone[:, None] * round_light
        cover = cover + (1 - cover) * shape * (0.75 + 0.25 * from_edge)
    middle = np.clip((1 - np.abs(columns / width - 0.5) * 2) / (1 - solid + 1e-6), 0, 1)[None] * np.clip((0.86 - v) / 0.1, 0, 1)[:, None]
    cover = np.maximum(cover, np.where(middle >= 1, 0.96, cover))
    shade = np.interp(v, [0, 0.10, 0.35, 0.75, 1], [root, (1 + root) / 2, 1, (1 + end) / 2, end])
    levels = np.array(colour, np.float32)[None, None] * (bright * shade[:, None])[..., None]
    inside = ((columns >= 0) & (columns < width))[None, :, None]
    return np.concatenate([levels, 255 * (cover[..., None] * inside)], 2)
