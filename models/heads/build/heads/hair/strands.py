"""Strands: curves that leave the scalp, follow the comb, fall, and lie on what is below them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .scalp import Scalp, unit


@dataclass
class Strands:
    """
    Curves [strands x points x 3], metres. `width` [strands x points]: half that of each ribbon; `tone` [strands]: brighter (over 1) or
    darker; `depth` [strands]: 0 the innermost layer, 1 the outermost.
    """

    curves: np.ndarray
    width: np.ndarray
    tone: np.ndarray
    depth: np.ndarray


@dataclass(frozen=True)
class Comb:
    """
    What a style says of its strands while they grow. `towards` gives, for places [n x 3] at a share t of the length, the direction wanted
    [n x 3]; `bend` how much of it is taken at a step, by t; `lift` metres from the skin [n] at t; `keep` moves places that lie where no
    hair may (a face).
    """

    towards: Callable[[np.ndarray, float], np.ndarray]
    bend: Callable[[float], float]
    lift: Callable[[float], np.ndarray]
    keep: Callable[[np.ndarray, float], np.ndarray] = lambda places, t: places


def grow(scalp: Scalp, roots: np.ndarray, first: np.ndarray, lengths: np.ndarray, points: int, comb: Comb) -> np.ndarray:
    """Curves [n x points x 3] from roots [n x 3] in the directions `first` [n x 3]; `lengths` [n] in metres."""
    curves, place, direction = [roots], roots, unit(first)
    for step in range(1, points):
        t = step / (points - 1)
        away, normal = scalp.distance(place)
        share = comb.bend(t)
        direction = unit(direction * (1 - share) + share * unit(comb.towards(place, t)))
        # Near the skin nothing grows into it.
        inwards = np.minimum((direction * normal).sum(1, keepdims=True), 0)
        near = np.clip(1 - (away - comb.lift(t)) / 0.02, 0, 1)[:, None]
        direction = unit(direction - inwards * normal * near)
        place = place + direction * (lengths / (points - 1))[:, None]
        for _ in range(2):
            away, normal = scalp.distance(place)
            place = place + normal * np.maximum(comb.lift(t) - away, 0)[:, None]
        place = comb.keep(place, t)
        curves.append(place)
    return np.stack(curves, 1)
