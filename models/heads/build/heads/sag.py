"""How far a face of a mesh lies from the smooth surface it stands for."""

from collections import defaultdict

import numpy as np


def sags(positions: np.ndarray, faces: list[list[int]]) -> np.ndarray:
    """Of each face, metres, at its worst side: an arc over the faces on both sides of an edge rises by chord x angle / 8."""
    normals, middles = [], []
    for face in faces:
        corners = positions[face]
        normal = np.cross(corners[2] - corners[0], corners[-1] - corners[1])
        normals.append(normal / max(np.linalg.norm(normal), 1e-12))
        middles.append(corners.mean(0))
    sides: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, face in enumerate(faces):
        for a, b in zip(face, [*face[1:], face[0]]):
            sides[min(a, b), max(a, b)].append(number)
    worst = np.zeros(len(faces))
    for pair in sides.values():
        if len(pair) == 2:
            first, second = pair
            angle = np.arccos(np.clip(normals[first] @ normals[second], -1, 1))
            rise = float(np.linalg.norm(middles[first] - middles[second]) * angle / 8)
            for number in pair:
                worst[number] = max(worst[number], rise)
    return worst
