"""Cutting a mesh along where a value of its vertices is 0."""

import numpy as np

from .mesh import Part


def clip(part: Part, values: np.ndarray) -> tuple[Part, list[np.ndarray]]:
    """Returns the part of the mesh with positive values, without shapes and attributes, and the vertices of each cut edge in order."""
    positions, uv = list(part.positions), list(part.uv)
    cut: dict[tuple[int, int], int] = {}

    def crossing(a: int, b: int) -> int:
        key = (min(a, b), max(a, b))
        if key not in cut:
            t = values[key[0]] / (values[key[0]] - values[key[1]])
            positions.append(part.positions[key[0]] * (1 - t) + part.positions[key[1]] * t)
            uv.append(part.uv[key[0]] * (1 - t) + part.uv[key[1]] * t)
            cut[key] = len(positions) - 1
        return cut[key]

    triangles, edges = [], []
    for corners in part.triangles:
        loop, ends = [], []
        for a, b in zip(corners, np.roll(corners, -1)):
            if values[a] > 0:
                loop.append(int(a))
            if (values[a] > 0) != (values[b] > 0):
                loop.append(crossing(int(a), int(b)))
                ends.append(loop[-1])
        triangles += [(loop[0], loop[k], loop[k + 1]) for k in range(1, len(loop) - 1)]
        if len(ends) == 2:
            edges.append((ends[0], ends[1]))
    used, places = np.unique(np.array(triangles), return_inverse=True)
    renumbered = {int(old): new for new, old in enumerate(used)}
    kept = Part(
        np.array(positions)[used], np.array(uv)[used], places.reshape(-1, 3), np.zeros(len(used))
    )
    return kept, [np.array([renumbered[v] for v in loop]) for loop in _chains(edges, np.array(positions))]


def _chains(edges: list[tuple[int, int]], positions: np.ndarray) -> list[list[int]]:
    """Joins edges end to end, also where different vertices have the same position. Short pieces are left out."""
    place = np.unique(np.round(positions, 7), axis=0, return_inverse=True)[1].reshape(-1)
    vertex = {int(place[v]): v for edge in edges for v in edge}
    near: dict[int, list[int]] = {}
    for a, b in edges:
        pa, pb = int(place[a]), int(place[b])
        if pa != pb:
            near.setdefault(pa, []).append(pb)
            near.setdefault(pb, []).append(pa)
    left, chains = set(near), []
    while left:
        ends = sorted(p for p in left if len(near[p]) == 1) or sorted(left)
        chain = [ends[0]]
        left.discard(ends[0])
        while True:
            onward = [p for p in near[chain[-1]] if p in left]
            if not onward:
                break
            chain.append(onward[0])
            left.discard(onward[0])
        if len(chain) > 2 and chain[0] in near[chain[-1]]:
            chain.append(chain[0])
        if len(chain) > 8:
            chains.append([vertex[p] for p in chain])
    return chains
