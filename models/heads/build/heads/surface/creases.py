"""Lines that years leave in a face: polylines on the map of the face, as depth of the skin."""

import numpy as np

# Creases of one side: x and y in metres, depth as a share and half width in metres.
_FOREHEAD = [
    ([(0.000, 0.0415), (0.012, 0.0425), (0.026, 0.0440), (0.036, 0.0425)], 0.55, 0.0011),
    ([(0.000, 0.0510), (0.014, 0.0522), (0.028, 0.0535), (0.039, 0.0505)], 0.60, 0.0012),
    ([(0.004, 0.0605), (0.016, 0.0615), (0.030, 0.0610)], 0.40, 0.0012),
]
_FROWN = [([(0.0062, 0.0105), (0.0070, 0.0175), (0.0066, 0.0235)], 0.35, 0.0011)]
_CROWS_FEET = [
    ([(0.0475, 0.0030), (0.0525, 0.0075), (0.0570, 0.0115)], 0.50, 0.0008),
    ([(0.0480, 0.0000), (0.0540, 0.0008), (0.0595, 0.0020)], 0.60, 0.0008),
    ([(0.0475, -0.0030), (0.0530, -0.0065), (0.0580, -0.0100)], 0.50, 0.0008),
]
_UNDER_EYE = [
    ([(0.0175, -0.0065), (0.0235, -0.0110), (0.0320, -0.0133), (0.0405, -0.0118)], 0.55, 0.0010),
    ([(0.0200, -0.0120), (0.0265, -0.0162), (0.0345, -0.0180)], 0.40, 0.0014),
]
_SMILE = [([(0.0182, -0.0395), (0.0238, -0.0465), (0.0290, -0.0560), (0.0318, -0.0650)], 0.95, 0.0016)]
_MARIONETTE = [([(0.0280, -0.0720), (0.0300, -0.0790), (0.0300, -0.0850)], 0.55, 0.0014)]
_LIP = [([(x, -0.0555 + 0.1 * x), (x * 1.05, -0.0520)], 0.28, 0.0006) for x in (0.0045, 0.0090, 0.0130, 0.0175)]
_NECK = [
    ([(0.000, -0.1420), (0.018, -0.1400), (0.036, -0.1330)], 0.8, 0.0016),
    ([(0.000, -0.1560), (0.020, -0.1545), (0.038, -0.1480)], 0.6, 0.0016),
]
LINES = [*_FOREHEAD, *_FROWN, *_CROWS_FEET, *_UNDER_EYE, *_SMILE, *_MARIONETTE, *_LIP, *_NECK]


def crease_depth(places: np.ndarray) -> np.ndarray:
    """Depth of all lines at places of the face's map [n x 3], 0 to about 1. The two sides differ a little, as they do."""
    depth = np.zeros(len(places), np.float32)
    front = places[:, 2] > -0.02
    for side in (1, -1):
        for points, strength, width in LINES:
            line = np.array(points) * (side, 1)
            if side < 0:
                line = line + (0.0006, -0.0008)
            reach = 4 * width
            near = np.nonzero(
                front
                & (places[:, 0] > line[:, 0].min() - reach) & (places[:, 0] < line[:, 0].max() + reach)
                & (places[:, 1] > line[:, 1].min() - reach) & (places[:, 1] < line[:, 1].max() + reach)
            )[0]
            if len(near) == 0:
                continue
            away, along = _distance(places[near, :2], _smooth(line))
            # A line fades in and out. A line that starts at the middle of the face continues on the other side.
            fade = np.minimum(1, (1 - along) / 0.35) * (1 if points[0][0] == 0 else np.minimum(1, along / 0.25))
            depth[near] = np.maximum(depth[near], strength * fade * np.exp(-((away / width) ** 2)))
    return depth


def _smooth(line: np.ndarray) -> np.ndarray:
    """Chaikin's corner cutting, twice."""
    for _ in range(2):
        before, after = line[:-1], line[1:]
        cut = np.stack([0.75 * before + 0.25 * after, 0.25 * before + 0.75 * after], 1).reshape(-1, 2)
        line = np.concatenate([line[:1], cut, line[-1:]])
    return line


def _distance(points: np.ndarray, line: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of points [n x 2] from a polyline; and where along it the nearest place lies, 0 to 1."""
    start, way = line[:-1], np.diff(line, axis=0)
    length = np.linalg.norm(way, axis=1)
    before = np.concatenate([[0], np.cumsum(length)])
    best = np.full(len(points), np.inf)
    along = np.zeros(len(points))
    for k in range(len(way)):
        share = np.clip((points - start[k]) @ way[k] / max(length[k] ** 2, 1e-12), 0, 1)
        away = np.linalg.norm(points - start[k] - share[:, None] * way[k], axis=1)
        nearer = away < best
        best[nearer] = away[nearer]
        along[nearer] = (before[k] + share[nearer] * length[k]) / before[-1]
    return best, along
