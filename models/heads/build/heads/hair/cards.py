"""The picture that all sheets of a head share: locks side by side, roots above, ends below."""

import numpy as np

SIDE = 1024
# u that sheets take.
FROM, TO = 0.004, 0.996


def paint_locks(
    colour: tuple[float, float, float],
    random: np.random.Generator,
    contrast: float = 0.16,
    root: float = 0.72,
    end: float = 1.12,
    ragged: float = 0.22,
    lock: int = 56,
    taper: float = 0.6,
    wander: float = 9.0,
    rooted: float = 0.0045,
    gather: float = 0.66,
) -> np.ndarray:
    """
    [SIDE x SIDE x 4] uint8, sRGB. `colour` of the middle; `root`, `end`: what it is multiplied by there; `contrast` between hairs;
    `ragged`: over which share of the length they end; `lock`: texels of the width of a lock; `taper`: the share of the length from
    which locks draw together, and `gather` by which share; `wander`: texels by which hairs swing aside; `rooted`: share of the
    length over which roots begin unevenly.
    """
    front = _hairs(colour, random, lock, contrast, root, end, ragged, taper, wander, rooted, gather)
    back = _hairs(colour, random, lock, contrast, root, end, ragged * 0.8, taper + 0.1, wander, rooted, gather)
    picture = _over(front, back * np.array([0.74, 0.72, 0.72, 1]))
    return (np.clip(picture * np.array([1, 1, 1, 255]), 0, 255) + 0.5).astype(np.uint8)


def _hairs(colour, random, lock, contrast, root, end, ragged, taper, wander, rooted, gather) -> np.ndarray:
    """Levels, and cover 0 to 1, [SIDE x SIDE x 4]."""
    v = (np.arange(SIDE) + 0.5)[:, None] / SIDE
    u = np.arange(SIDE)[None] + 0.5 + wander * (_ripple(random, v, 1.2, 0.5) + 0.5 * _ripple(random, v, 3.1, 0.3))
    count = SIDE // lock + 3
    bounds = (np.arange(count + 1) - 1 + random.uniform(-0.32, 0.32, count + 1)) * lock
    index = np.clip(np.searchsorted(bounds, u, side="right") - 1, 0, count - 1)
    middle, half = (bounds[index] + bounds[index + 1]) / 2, (bounds[index + 1] - bounds[index]) / 2
    local = (u - middle) / half
    # Locks draw together towards their ends, each from its own place on, each towards its own side.
    begins = np.clip(taper + random.uniform(-0.15, 0.15, count), 0, 0.95)[index]
    late = np.clip((v - begins) / (1.0 - begins), 0, 1)
    lean = random.uniform(-0.35, 0.35, count)[index]
    narrow = 1 - gather * late**1.8
    local = (local - lean * late**1.3) / narrow
    hair = np.clip(middle + local * half, 0, SIDE - 1)
    fine = _weave(random, hair, v)
    strand = _columns(random, hair, 4.5)
    lockwise = random.normal(0, 1, count)[index]
    tone = 1 + contrast * (0.85 * fine + 0.22 * strand + 0.15 * lockwise)
    # A lock is round, and between locks it is dark; near the roots there are none.
    tone = tone * (1.03 - 0.24 * np.abs(local) ** 2.6 * np.clip((v - 0.12) * 2, 0, 1))
    stops = 1.0 - ragged * (0.30 * np.abs(_columns(random, hair, 5.0)) + 0.45 * np.abs(local) * 0.9 + 0.25 * random.random(count)[index])
    starts = 2 * rooted + rooted * (0.8 * _columns(random, hair, 1.5) + 0.6 * _columns(random, hair, 11.0))
    cover = np.clip((stops - v) / 0.035 + 0.5, 0, 1) * np.clip((v - starts) / 0.010 + 0.5, 0, 1)
    cover = cover * np.clip((1.0 - np.abs(local)) * half * narrow / 1.2 + np.clip(1 - 8 * late, 0, 1), 0, 1)
    shade = np.interp(v, [0, 0.05, 0.25, 0.7, 1], [root, (1 + 2 * root) / 3, 1, (1 + end) / 2, end])
    levels = np.array(colour, np.float32) * (tone * shade)[..., None]
    return np.concatenate([levels, cover[..., None]], 2)


def _weave(random, places: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Single hairs, of spread 1: each comes up among the others for a while and goes under again."""
    turn = v * random.uniform(2.0, 3.0) + 0.5 * _columns(random, places, 7.0)
    share = 0.5 + 0.5 * np.sin(2 * np.pi * turn)
    return 1.25 * (_columns(random, places, 1.3) * share + _columns(random, places, 1.6) * (1 - share))


def _over(front: np.ndarray, back: np.ndarray) -> np.ndarray:
    share = front[..., 3:]
    levels = front[..., :3] * share + back[..., :3] * (1 - share)
    cover = share + back[..., 3:] * (1 - share)
    return np.concatenate([levels, cover], 2)


def _columns(random, places: np.ndarray, size: float) -> np.ndarray:
    """Random by place across, of spread 1, smooth over `size` texels."""
    count = int(places.max() / size) + 3
    values = np.clip(random.normal(0, 1, count), -2, 2)
    at = places / size
    cell = np.floor(at).astype(int)
    part = at - cell
    part = part * part * (3 - 2 * part)
    return values[cell] * (1 - part) + values[cell + 1] * part


def _ripple(random, v: np.ndarray, turns: float, spread: float) -> np.ndarray:
    return np.sin(2 * np.pi * turns * v * random.uniform(0.8, 1.2) + random.uniform(0, 6.28)) * (0.5 + spread)
