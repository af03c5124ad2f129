"""One part of a head as it ships."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Part:
    """
    Metres, at rest. `shapes` holds what shapes of ARKit move, as offsets [vertices x 3]; a name that is missing moves nothing.
    `head_share` [vertices]: how much of the head's turn each takes. `attributes`: what else is known of the vertices, blended as
    they are (see skin_mesh.py).
    """

    positions: np.ndarray
    uv: np.ndarray
    """v down, [vertices x 2]"""
    triangles: np.ndarray
    """Counter-clockwise from outside, [triangles x 3]"""
    head_share: np.ndarray
    shapes: dict[str, np.ndarray] = field(default_factory=dict)
    attributes: dict[str, np.ndarray] = field(default_factory=dict)


def join(parts: list[Part]) -> Part:
    """One part of several; attributes are those all have."""
    offsets = np.cumsum([0, *(len(part.positions) for part in parts)])
    names = sorted({name for part in parts for name in part.shapes})
    shared = set.intersection(*(set(part.attributes) for part in parts))
    return Part(
        np.concatenate([part.positions for part in parts]),
        np.concatenate([part.uv for part in parts]),
        np.concatenate([part.triangles + offset for part, offset in zip(parts, offsets)]),
        np.concatenate([part.head_share for part in parts]),
        {
            name: np.concatenate([part.shapes.get(name, np.zeros_like(part.positions)) for part in parts])
            for name in names
        },
        {name: np.concatenate([part.attributes[name] for part in parts]) for name in sorted(shared)},
    )


def keep_triangles(part: Part, kept: np.ndarray) -> Part:
    """Returns the triangles that are selected in `kept` [triangles] and only the vertices that they use."""
    triangles = part.triangles[kept]
    used, places = np.unique(triangles, return_inverse=True)
    return Part(
        part.positions[used],
        part.uv[used],
        places.reshape(triangles.shape),
        part.head_share[used],
        {name: offsets[used] for name, offsets in part.shapes.items()},
        {name: values[used] for name, values in part.attributes.items()},
    )


def vertex_normals(positions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Returns unit normals weighted by area. Vertices at the same position share theirs."""
    a, b, c = (positions[triangles[:, k]] for k in range(3))
    areas = np.cross(b - a, c - a)
    _, same = np.unique(np.round(positions, 7), axis=0, return_inverse=True)
    same = same.reshape(-1)
    sums = np.zeros((same.max() + 1, 3))
    for k in range(3):
        np.add.at(sums, same[triangles[:, k]], areas)
    sums /= np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    return sums[same]


def unit(vectors: np.ndarray) -> np.ndarray:
    """Of length 1 along the last axis; nought stays nought."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)
