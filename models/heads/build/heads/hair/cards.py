"""The picture that all sheets of a head share: locks laid over one another, roots above, ends below."""

import numpy as np
from scipy.ndimage import gaussian_filter

SIDE = 1024
# u that sheets take.
FROM, TO = 0.004, 0.996
# Texels of width from the left over which single hairs become a dense sheet. An open edge of a sheet shows this part.
FEATHER = 44
# Texels from the edge of a lock to where its shade on those below ends.
SHADE_REACH = 7
# Texels: half the width of the end of a lock and the length over which it fades out. Finer details would flicker from pixel to pixel.
FINEST = 2.6
# Texels: half the width of a stray strand at least.
THINNEST = 3.0
# Texels across, and along, by which the picture is softened: a pixel of 1024 has 1.7 of them.
SOFT = (0.5, 1.15)


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
    strays: int = 150,
) -> np.ndarray:
    """
    [SIDE x SIDE x 4] uint8, sRGB. `colour` of the middle; `root`, `end`: what it is multiplied by there; `contrast` between hairs and
    between locks; `ragged`: over which share of the length they end; `lock`: texels of the width of a lock; `taper`: the share of its
    length from which a lock draws together; `wander`: texels by which locks swing aside; `rooted`: share of the length over which
    roots begin unevenly; `strays`: how many narrow strands run over all.
    """
    locks = _Locks(random, contrast, wander)
    ground = SIDE // lock + 2
    for number in random.permutation(ground):
        middle = (number - 0.5 + random.uniform(-0.2, 0.2)) * lock
        locks.lay(middle, 0.95 * lock, -1.0, 1 - ragged * random.uniform(0.15, 0.7), max(taper, 0.5), 0.80, 0.4, 0.0)
    for share, tone, begins in ((1.0, 0.93, (-1.0, 0.10)), (0.7, 1.0, (-0.5, 0.45))):
        count = int(1.15 * SIDE / (share * lock))
        for number in random.permutation(count):
            middle = (number + random.uniform(0.1, 0.9)) * SIDE / count
            half = 0.5 * share * lock * random.uniform(0.6, 1.35)
            start = random.uniform(*begins)
            stop = 1 - ragged * random.random() ** 1.6
            locks.lay(middle, half, start, stop, taper, tone, 0.45, 0.7)
    for _ in range(strays):
        start = random.uniform(-0.4, 0.75)
        stop = min(1 - ragged * random.uniform(0.5, 1.5), start + random.uniform(0.25, 0.7))
        locks.lay(random.uniform(0, SIDE), max(THINNEST, lock * random.uniform(0.04, 0.13)), start, stop, 0.45, random.normal(1.04, 0.05), 0.3, 1.6)
    v = (np.arange(SIDE) + 0.5)[:, None] / SIDE
    u = np.arange(SIDE)[None] + 0.5
    starts = rooted * (1.6 + 0.9 * np.abs(_columns(random, u, 2.6)) + 0.5 * _columns(random, u, 13.0))
    begun = np.clip((v - starts) / np.maximum(0.5 * rooted, 0.004) + 0.5, 0, 1)
    cover = locks.cover * begun * _feather(random, u, v)
    shade = np.interp(v, [0, 0.04, 0.14, 0.32, 0.7, 1], [root, (1 + 3 * root) / 4, (1 + root) / 2, 1, (1 + end) / 2, end])
    levels = np.array(colour, np.float32) * (gaussian_filter(locks.tone, SOFT) * shade)[..., None]
    cover = gaussian_filter(cover, SOFT)
    return (np.concatenate([levels, 255 * cover[..., None]], 2).clip(0, 255) + 0.5).astype(np.uint8)


class _Locks:
    """`tone` is the colour factor and `cover` the opacity, 0 to 1 [SIDE x SIDE]. Later locks cover earlier ones."""

    def __init__(self, random: np.random.Generator, contrast: float, wander: float) -> None:
        self.random, self.contrast, self.wander = random, contrast, wander
        self.tone = np.full((SIDE, SIDE), 0.8)
        self.cover = np.zeros((SIDE, SIDE))
        # Locks side by side swing alike.
        self.turns = random.uniform(0.9, 1.5, 3)
        self.phases = random.uniform(0, 6.28, (3, 2))

    def lay(self, middle: float, half: float, start: float, stop: float, taper: float, tone: float, lean: float, drift: float) -> None:
        """
        One lock: `middle` and `half` of its width in texels, from `start` to `stop` of the length, pointed from the share `taper` on.
        `lean`: by how many halves of its width its end turns aside at most; `drift`: by how many the whole runs askew.
        """
        random = self.random
        first, last = max(0, int(start * SIDE)), min(SIDE, int(stop * SIDE) + 1)
        if last - first < 8:
            return
        v = (np.arange(first, last) + 0.5) / SIDE
        along = (v - start) / (stop - start)
        late = np.clip((along - taper) / (1 - taper), 0, 1)
        width = half * np.sqrt(np.clip(along / 0.25, 0, 1)) * (1 - 0.97 * late**1.5)
        swing = sum(
            np.sin(6.28 * (k + 1) * turn * v + phase[0] + middle / SIDE * (3 + 2 * k) + phase[1]) / (k + 1)
            for k, (turn, phase) in enumerate(zip(self.turns, self.phases))
        )
        centre = middle + self.wander * swing + half * (lean * random.uniform(-1, 1) * late**1.4 + drift * random.uniform(-1, 1) * (along - 0.5))
        left, right = int((centre - width).min()) - SHADE_REACH - 1, int((centre + width).max()) + SHADE_REACH + 2
        left, right = max(0, left), min(SIDE, right)
        if right - left < 2:
            return
        x = np.arange(left, right)[None] + 0.5
        finest = np.where(along < 0.5, 0.7, FINEST)
        wide = np.maximum(width, finest)[:, None]
        local = (x - centre[:, None]) / wide
        hair = (np.clip(local, -1, 1) + 1) * half
        fine = 0.8 * _columns(random, hair, 5.0) + 0.5 * _woven(random, hair, v[:, None], 2.2)
        own = random.normal(0, 1)
        glint = np.interp(v, np.linspace(0, 1, 9), random.normal(0, 1, 9))[:, None]
        levels = tone * (1 + self.contrast * (fine * np.clip(wide / half, 0.15, 1) + 0.40 * own + 0.40 * glint)) * (1.04 - 0.20 * np.abs(np.clip(local, -1, 1)) ** 2.4)
        # Where the lock narrows, its hairs are too fine to be distinguished.
        told = np.clip(wide / half, 0, 1) * np.clip(half / 12, 0, 1)
        ends = stop - 0.05 * (stop - start) * np.abs(_columns(random, hair, 4.0)) * told
        cover = np.clip((1 - np.abs(local)) * wide / 1.3, 0, 1) * np.clip((ends - v[:, None]) * 25, 0, 1) * np.clip(width / finest, 0, 1)[:, None] ** 0.7
        area = (slice(first, last), slice(left, right))
        # It throws a shade to the side away from the light, the softer the flatter it lies.
        beyond = np.clip(np.abs(local) - 1, 0, None) * wide
        raised = np.clip(along * 4, 0, 1)[:, None] * np.clip(half / 10, 0.25, 1)
        dark = (0.22 * (local > 0) + 0.12) * raised * np.clip(1 - beyond / SHADE_REACH, 0, 1) ** 2
        self.tone[area] *= 1 - dark * (1 - cover)
        self.tone[area] += cover * (levels - self.tone[area])
        self.cover[area] += cover * (1 - self.cover[area])


def _feather(random, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Cover, 0 to 1, of an open edge at the left: the nearer to it, the fewer hairs."""
    places = u + 5 * np.sin(6.28 * (1.3 * v + random.random())) + 2 * np.sin(6.28 * (3.1 * v + random.random()))
    dense = np.clip((u - 2) / FEATHER, 0, 1)
    hairs = 0.5 + 0.28 * _columns(random, np.maximum(places + 16, 0), 2.4) + 0.22 * _columns(random, np.maximum(places + 16, 0), 7.0)
    return np.clip((1.5 * dense - hairs) * 5 + 0.5, 0, 1)


def _woven(random, places: np.ndarray, v: np.ndarray, size: float) -> np.ndarray:
    """Single hairs, of spread 1: each comes up among the others for a while and goes under again."""
    turn = v * random.uniform(2.0, 3.5) + 0.5 * _columns(random, places, 7.0)
    share = 0.5 + 0.5 * np.sin(2 * np.pi * turn)
    return 1.25 * (_columns(random, places, size) * share + _columns(random, places, 1.2 * size) * (1 - share))


def _columns(random, places: np.ndarray, size: float) -> np.ndarray:
    """Random by place across, of spread 1, smooth over `size` texels."""
    count = int(places.max() / size) + 3
    values = np.clip(random.normal(0, 1, count), -2, 2)
    at = places / size
    cell = np.floor(at).astype(int)
    part = at - cell
    part = part * part * (3 - 2 * part)
    return values[cell] * (1 - part) + values[cell + 1] * part
