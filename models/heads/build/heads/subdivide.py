"""
Subdivision surfaces after Catmull and Clark ("Recursively generated B-spline surfaces", 1978), refined only where asked: the rest
keeps its faces, whose vertices move to where the surface has them, and takes the midpoints of edges it shares with refined faces.
"""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix


@dataclass(frozen=True)
class Refined:
    """
    `weights` [new vertices x old vertices] interpolates any vertex data. Triangles have indices of new vertices, `coordinates` those of
    their corners [triangles x 3 x 2], and `sources` the index of the original face of each triangle.
    """

    weights: csr_matrix
    triangles: np.ndarray
    coordinates: np.ndarray
    sources: np.ndarray


def refine(
    count: int, faces: list[list[int]], coordinates: list[np.ndarray], refined: list[bool]
) -> Refined:
    """`faces` name vertices below `count`; `coordinates` [corners x 2] of each face; a border keeps its place along its own line."""
    edges: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, face in enumerate(faces):
        for a, b in _sides(face):
            edges[min(a, b), max(a, b)].append(number)
    rows = _Rows()
    corner_rows = _vertex_rows(count, faces, edges, rows)
    split = {
        edge: rows.add(_edge_row(edge, numbers, faces))
        for edge, numbers in edges.items()
        if any(refined[number] for number in numbers)
    }
    triangles, places, sources = [], [], []
    for number, face in enumerate(faces):
        if refined[number]:
            middle = rows.add({vertex: 1 / len(face) for vertex in face})
            pieces = _quarters(face, coordinates[number], corner_rows, split, middle)
        else:
            pieces = _fan(face, coordinates[number], corner_rows, split)
        for corners, uv in pieces:
            triangles.append(corners)
            places.append(uv)
            sources.append(number)
    return Refined(rows.matrix(count), np.array(triangles), np.array(places), np.array(sources))


class _Rows:
    def __init__(self) -> None:
        self.rows: list[dict[int, float]] = []

    def add(self, row: dict[int, float]) -> int:
        self.rows.append(row)
        return len(self.rows) - 1

    def matrix(self, columns: int) -> csr_matrix:
        at = [(i, j, weight) for i, row in enumerate(self.rows) for j, weight in row.items()]
        i, j, weights = zip(*at)
        return csr_matrix((weights, (i, j)), shape=(len(self.rows), columns))


def _sides(face: list[int]) -> list[tuple[int, int]]:
    return list(zip(face, [*face[1:], face[0]]))


def _vertex_rows(count, faces, edges, rows: _Rows) -> np.ndarray:
    around_faces: dict[int, list[int]] = defaultdict(list)
    around_edges: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, face in enumerate(faces):
        for vertex in face:
            around_faces[vertex].append(number)
    for edge in edges:
        for vertex in edge:
            around_edges[vertex].append(edge)
    found = np.full(count, -1)
    for vertex in sorted(around_faces):
        row: dict[int, float] = defaultdict(float)
        border = [edge for edge in around_edges[vertex] if len(edges[edge]) == 1]
        if border:
            # Along a border the weights are 1/8, 6/8, 1/8. A vertex where several borders meet does not move.
            if len(border) == 2:
                row[vertex] += 0.75
                for a, b in border:
                    row[b if a == vertex else a] += 0.125
            else:
                row[vertex] = 1.0
        else:
            n = len(around_edges[vertex])
            row[vertex] += (n - 3) / n
            for number in around_faces[vertex]:
                face = faces[number]
                for corner in face:
                    row[corner] += 1 / (n * len(around_faces[vertex]) * len(face))
            for a, b in around_edges[vertex]:
                for corner in (a, b):
                    row[corner] += 1 / (n * n)
        found[vertex] = rows.add(row)
    return found


def _edge_row(edge, numbers, faces) -> dict[int, float]:
    row: dict[int, float] = defaultdict(float)
    if len(numbers) != 2:
        for vertex in edge:
            row[vertex] = 0.5
        return row
    for vertex in edge:
        row[vertex] += 0.25
    for number in numbers:
        for vertex in faces[number]:
            row[vertex] += 0.25 / len(faces[number])
    return row


def _quarters(face, uv, corner_rows, split, middle):
    centre = uv.mean(0)
    count = len(face)
    mids = [split[min(a, b), max(a, b)] for a, b in _sides(face)]
    mid_uv = [(uv[k] + uv[(k + 1) % count]) / 2 for k in range(count)]
    for k in range(count):
        corner, before = corner_rows[face[k]], (k - 1) % count
        yield (corner, mids[k], middle), (uv[k], mid_uv[k], centre)
        yield (corner, middle, mids[before]), (uv[k], centre, mid_uv[before])


def _fan(face, uv, corner_rows, split):
    """Triangles of a face whose sides may have a midpoint: from a midpoint where there is one, so that none is flat."""
    loop, places, start = [], [], 0
    for k, (a, b) in enumerate(_sides(face)):
        loop.append(corner_rows[a])
        places.append(uv[k])
        middle = split.get((min(a, b), max(a, b)))
        if middle is not None:
            start = len(loop)
            loop.append(middle)
            places.append((uv[k] + uv[(k + 1) % len(face)]) / 2)
    loop, places = loop[start:] + loop[:start], places[start:] + places[:start]
    for k in range(1, len(loop) - 1):
        yield (loop[0], loop[k], loop[k + 1]), (places[0], places[k], places[k + 1])
