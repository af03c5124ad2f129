"""Tufts: single locks, broad in the middle, that end in a point; each a narrow sheet, round across."""

import numpy as np
from scipy.interpolate import CubicSpline

from ..mesh import unit
from .scalp import MIDDLE

POINTS = 9
# The position across as a share of half the width.
ACROSS = np.array([-1.0, -0.55, 0.0, 0.55, 1.0])
# Half the width by the share of the length.
ALONG, WIDE = [0.0, 0.22, 0.50, 0.80, 1.0], [0.45, 0.85, 1.0, 0.62, 0.03]


def tuft(path: list[np.ndarray], width: float, arch: float = 0.35) -> np.ndarray:
    """Guides of a sheet [5 x POINTS x 3] along places of the base mesh, root first; `width` in metres, `arch`: its rise by half of that."""
    places = np.array(path)
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    t = np.linspace(0, 1, POINTS)
    line = CubicSpline(np.concatenate([[0], np.cumsum(steps)]) / steps.sum(), places, bc_type="natural")(t)
    out = unit(line - MIDDLE)
    across = unit(np.cross(out, np.gradient(line, axis=0)))
    half = (0.5 * width * np.interp(t, ALONG, WIDE))[None, :, None]
    beside = ACROSS[:, None, None]
    return line + across * half * beside - out * arch * half * beside**2
