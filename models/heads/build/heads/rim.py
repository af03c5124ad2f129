"""The rolled edge of cloth along a neckline."""

import numpy as np
from scipy.ndimage import gaussian_filter1d

from .mesh import Part, vertex_normals

# Metres beyond the edge and above the cloth: over the edge and down inside.
ROLL = ((0.0, 0.0), (0.0010, 0.0010), (0.0022, 0.0008), (0.0028, -0.0006), (0.0022, -0.0022), (0.0004, -0.0050))


def build_rim(body: Part, loop: np.ndarray, collar_height: float) -> Part:
    """`loop`: the vertices of the edge, in order. Raises no cloth; meant to be drawn from both sides."""
    normals = vertex_normals(body.positions, body.triangles)[loop]
    edge = body.positions[loop]
    closed = bool((edge[0] == edge[-1]).all())
    mode = "wrap" if closed else "nearest"
    normals = gaussian_filter1d(normals, 2.0, axis=0, mode=mode)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    along = np.gradient(edge, axis=0)
    outwards = np.cross(normals, along)
    outwards /= np.maximum(np.linalg.norm(outwards, axis=1, keepdims=True), 1e-12)
    # Towards the neck: away from the middle of the cloth next to the edge.
    if (outwards * (edge - body.positions.mean(0))).sum() < 0:
        outwards = -outwards
    outwards = gaussian_filter1d(outwards, 2.0, axis=0, mode=mode)
    rows = [edge + out * outwards + up * normals for out, up in ROLL]
    count = len(loop)
    travelled = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(edge, axis=0), axis=1))])
    u = 0.01 + 0.98 * travelled / travelled[-1]
    v = np.linspace(0.02, 0.10, len(ROLL)) * collar_height / 0.28
    triangles = []
    for row in range(len(ROLL) - 1):
        for k in range(count - 1):
            a, b = row * count + k, row * count + k + 1
            triangles += [(a, b, b + count), (a, b + count, a + count)]
    part = Part(
        np.concatenate(rows),
        np.concatenate([np.stack([u, np.full(count, at)], 1) for at in v]),
        np.array(triangles),
        np.zeros(count * len(ROLL)),
        {},
        {"rim": np.zeros(count * len(ROLL)), "band": np.ones(count * len(ROLL))},
    )
    # Its first rows face as the cloth does.
    if (vertex_normals(part.positions, part.triangles)[:count] * normals).sum() < 0:
        part.triangles = part.triangles[:, ::-1]
    return part
