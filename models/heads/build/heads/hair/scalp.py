"""The surface that hair grows on and lies against."""

from dataclasses import dataclass

import numpy as np

from ..mesh import Part, unit

# Metres between points that the surface is known by.
SPACING = 0.0016
# Metres, on the base mesh: what angles about the head, and rays to the skull, are measured from.
MIDDLE = np.array([0.0, 0.025, -0.055])


@dataclass(frozen=True)
class Scalp:
    """Points of head, neck and shoulders [n x 3] with normals, and their places on the base mesh; metres."""

    points: np.ndarray
    normals: np.ndarray
    base: np.ndarray
    on_head: np.ndarray


def find_scalp(skin: Part) -> Scalp:
    """Ears are left out: hair lies over them."""
    corners = skin.positions[skin.triangles]
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(1)
    parts = skin.attributes["part"][skin.triangles[:, 0]]
    places, normals, base, heads = [], [], [], []
    for number in np.nonzero(parts < 2)[0]:
        steps = max(1, int(np.ceil(edges[number] / SPACING)))
        i, j = np.meshgrid(np.arange(steps), np.arange(steps), indexing="ij")
        inside = i + j < steps
        a, b = (i[inside] + 1 / 3) / steps, (j[inside] + 1 / 3) / steps
        weights = np.stack([1 - a - b, a, b], 1)
        triangle = skin.triangles[number]
        places.append(weights @ skin.positions[triangle])
        normals.append(weights @ skin.attributes["normal"][triangle])
        base.append(weights @ skin.attributes["base"][triangle])
        heads.append(np.full(len(weights), parts[number] == 0))
    points, base = np.concatenate(places), np.concatenate(base)
    kept = ~of_ear(base)
    return Scalp(
        points[kept], unit(np.concatenate(normals)[kept]), base[kept], np.concatenate(heads)[kept]
    )


def of_ear(base: np.ndarray) -> np.ndarray:
    """Tells which positions of the base mesh belong to ears [n]."""
    return (np.abs(base[:, 0]) > 0.069) & (base[:, 1] < 0.020) & (base[:, 1] > -0.060) & (base[:, 2] > -0.100)


def azimuth(base: np.ndarray) -> np.ndarray:
    """Degrees about the head, 0 in front, 180 behind."""
    out = base - MIDDLE
    return np.degrees(np.abs(np.arctan2(out[:, 0], out[:, 2])))
