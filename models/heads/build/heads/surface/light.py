"""
The light of the studio as about a hundred directions: a soft key light from the viewer's upper left, a fill light, two rim lights and the
sky. A depth map for each direction determines the light that reaches a point. Every sum has a fixed order, so that the result has
identical bits each time.
"""

from dataclasses import dataclass

import numpy as np

from .blockers import Blockers

# Metres: side of a cell of a depth map; points of blockers lie closer together.
CELL = 0.0013
# Metres: a surface does not shade itself where it is this near along the normal, and along the ray.
LIFT = 0.0008
BIAS = 0.0016
# The share of the mean light that surfaces in a blocked direction reflect, and its colour. Light from deep in the skin is warm.
BOUNCE = np.array([0.150, 0.098, 0.078])


@dataclass(frozen=True)
class Lamp:
    """A disc of light at infinity: direction, half angle in degrees, irradiance on a surface that faces it, and number of rays."""

    towards: tuple[float, float, float]
    spread: float
    power: tuple[float, float, float]
    rays: int


KEY = Lamp((-0.60, 0.56, 0.62), 17, (1.16, 1.06, 0.95), 40)
FILL = Lamp((0.72, 0.10, 0.70), 34, (0.185, 0.168, 0.150), 24)
RIM_LEFT = Lamp((-0.78, 0.34, -0.55), 16, (0.30, 0.31, 0.33), 10)
RIM_RIGHT = Lamp((0.88, 0.34, -0.36), 14, (0.78, 0.75, 0.70), 12)
LAMPS = (KEY, FILL, RIM_LEFT, RIM_RIGHT)
SKY_RAYS = 128
# Radiance above, at the height of the eyes, and below (a light floor).
ZENITH = np.array([0.108, 0.108, 0.110])
HORIZON = np.array([0.078, 0.074, 0.070])
FLOOR = np.array([0.084, 0.068, 0.055])

GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))


def key_direction() -> np.ndarray:
    return np.array(KEY.towards) / np.linalg.norm(KEY.towards)


def studio() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Directions towards the light [n x 3], irradiance that each gives what faces it [n x 3], and its share of the sphere [n]."""
    index = np.arange(SKY_RAYS) + 0.5
    height = 1 - 2 * index / SKY_RAYS
    around = GOLDEN_ANGLE * index
    across = np.sqrt(1 - height**2)
    sky = np.stack([across * np.cos(around), height, across * np.sin(around)], 1)
    up, down = np.maximum(height, 0)[:, None], np.maximum(-height, 0)[:, None]
    radiance = HORIZON + (ZENITH - HORIZON) * up + (FLOOR - HORIZON) * down
    solid = 4 * np.pi / SKY_RAYS
    directions, powers, shares = [sky], [radiance * solid], [np.full(SKY_RAYS, solid)]
    for lamp in LAMPS:
        directions.append(_disc(lamp))
        powers.append(np.tile(np.array(lamp.power) / lamp.rays, (lamp.rays, 1)))
        shares.append(np.zeros(lamp.rays))
    return np.concatenate(directions), np.concatenate(powers), np.concatenate(shares)


def irradiance(points: np.ndarray, normals: np.ndarray, blockers: list[Blockers]) -> np.ndarray:
    """
    Returns the linear light that reaches each point [n x 3], shaded by the blockers, including the light that they reflect. Lengths are
    metres.
    """
    light = np.zeros((len(points), 3))
    closed = np.zeros(len(points))
    # Coordinates by rows: they are read along.
    everything = np.concatenate([points, *(group.points for group in blockers)])
    middle = (everything.min(0) + everything.max(0)) / 2
    reach = float(np.linalg.norm(everything - middle, axis=1).max()) + 4 * CELL
    lifted = np.ascontiguousarray((points + LIFT * normals - middle).T)
    facing = np.ascontiguousarray(normals.T)
    standing = [(np.ascontiguousarray((group.points - middle).T), group.opacity) for group in blockers]
    for number, (towards, power, share) in enumerate(zip(*studio(), strict=True)):
        cosine = np.maximum(towards @ facing, 0)
        lit = np.nonzero(cosine > 0)[0]
        axes = _axes(towards, GOLDEN_ANGLE * number)
        seen = np.ones(len(lit))
        receivers = axes @ lifted[:, lit]
        for group, opacity in standing:
            seen *= 1 - opacity * _shaded(receivers, axes @ group, reach)
        light[lit] += (cosine[lit] * seen)[:, None] * power
        closed[lit] += cosine[lit] * (1 - seen) * (share / np.pi)
    # What closes a point off is lit itself, the less the deeper the point lies.
    return light + (closed * (1 - closed))[:, None] * np.pi * BOUNCE + closed[:, None] * BOUNCE * 0.35


def _shaded(points: np.ndarray, blockers: np.ndarray, reach: float) -> np.ndarray:
    """How much of each point lies behind blockers; both [3 x n] in axes of a direction, the last towards the light, within `reach`."""
    side = int(np.ceil(2 * reach / CELL)) + 1
    depths = np.full(side * side, -np.inf)
    cells = ((blockers[:2] + reach) * (1 / CELL)).astype(np.int32)
    np.maximum.at(depths, cells[0] * side + cells[1], blockers[2])
    place = (points[:2] + reach) * (1 / CELL) - 0.5
    corner = place.astype(np.int32)
    part = place - corner
    before = points[2] + BIAS
    shaded = np.zeros(points.shape[1])
    first = corner[0] * side + corner[1]
    for dx in (0, 1):
        for dy in (0, 1):
            weight = np.abs(1 - dx - part[0]) * np.abs(1 - dy - part[1])
            shaded += weight * (depths[first + dx * side + dy] > before)
    return shaded


def _disc(lamp: Lamp) -> np.ndarray:
    """Directions strewn evenly over the disc of a lamp [rays x 3]."""
    index = np.arange(lamp.rays) + 0.5
    away = np.radians(lamp.spread) * np.sqrt(index / lamp.rays)
    around = GOLDEN_ANGLE * index
    spots = np.stack([np.sin(away) * np.cos(around), np.sin(away) * np.sin(around), np.cos(away)], 1)
    return spots @ _axes(np.array(lamp.towards) / np.linalg.norm(lamp.towards), 0.0)


def _axes(towards: np.ndarray, turn: float) -> np.ndarray:
    """Three unit rows, the last one `towards`, the others turned about it: cells of no two directions lie alike."""
    helper = np.array([0.0, 1, 0]) if abs(towards[1]) < 0.9 else np.array([1.0, 0, 0])
    right = np.cross(helper, towards)
    right /= np.linalg.norm(right)
    up = np.cross(towards, right)
    return np.stack([np.cos(turn) * right + np.sin(turn) * up, np.cos(turn) * up - np.sin(turn) * right, towards])
