"""How the hair of each of the six falls."""

from dataclasses import dataclass, field

import numpy as np

from .scalp import azimuth

Colour = tuple[float, float, float]

# Metres of the base mesh: how high hair begins, by degrees about the head from the front.
LONG_LINE = ([0, 25, 45, 60, 78, 95, 120, 180], [0.066, 0.064, 0.052, 0.030, 0.002, -0.005, -0.045, -0.075])
# It leaves the ears free.
SHORT_LINE = (
    [0, 12, 28, 40, 52, 62, 67, 73, 77, 97, 106, 125, 180],
    [0.064, 0.065, 0.068, 0.063, 0.046, 0.030, -0.008, -0.008, 0.023, 0.023, -0.022, -0.045, -0.060],
)
# Its sideburns reach a beard.
BEARDED_LINE = (
    [0, 12, 28, 40, 49, 55, 60, 76, 90, 97, 106, 125, 180],
    [0.064, 0.065, 0.068, 0.063, 0.045, 0.022, -0.024, -0.034, -0.010, 0.006, -0.022, -0.045, -0.060],
)
# Lines over and behind the ears, from which hair begins: steep before them, and where sideburns lie, slanting.
OVER_EARS = ([77, 81, 150, 156], [-1.0, 0.023, 0.023, -1.0])
OVER_EARS_SLANTING = ([72, 75, 94, 150, 156], [-1.0, -0.045, 0.010, 0.010, -1.0])


@dataclass(frozen=True)
class Style:
    """The parameters of the texture of the locks and of the shell below them."""

    name: str
    colour: Colour
    # The distance of the shell from the skin in metres; None without a shell.
    shell: float | None = 0.0016
    # Metres behind the hairline from which the shell rises. Where hairs are sparse it stays on the skin.
    flush: float = -0.002
    # Heights on the base mesh in metres: hair is cut shorter downwards, so that sideburns lie flat.
    cut: tuple[float, float] = (-0.020, 0.040)
    line: tuple[list[float], list[float]] = field(default=LONG_LINE)
    over_ears: tuple[list[float], list[float]] = field(default=OVER_EARS)
    picture: dict = field(default_factory=dict)
    # The colour factors on the shell and around its roots in the skin.
    beneath: float = 0.62
    roots: float = 0.6
    shine: float = 0.5
    power: float = 60.0
    # Metres of the base mesh, to the person's left: where hair is parted.
    parting: float | None = None


# Metres of the base mesh: behind this line hair covers a parting.
PARTING_ENDS = -0.034


def beside_parting(style: Style, base: np.ndarray) -> np.ndarray:
    """Returns the metres from the parting on the top of the head [n]; large without a parting."""
    if style.parting is None:
        return np.full(len(base), 1.0)
    return np.where((base[:, 1] > 0.055) & (base[:, 2] > PARTING_ENDS), np.abs(base[:, 0] - style.parting), 1.0)


def inside(style: Style, base: np.ndarray) -> np.ndarray:
    """Metres above the line at which hair begins, [n]; negative below it."""
    return base[:, 1] - np.interp(azimuth(base), *style.line)


STYLES = {
    "ada": Style("ada", (134, 98, 70), picture={"contrast": 0.12, "root": 0.74, "end": 1.24, "ragged": 0.12, "rooted": 0.0016, "taper": 0.74}, parting=0.0140),
    "leo": Style("leo", (88, 64, 46), line=SHORT_LINE, picture={"contrast": 0.10, "root": 0.72, "end": 1.14, "ragged": 0.22, "lock": 34, "taper": 0.6, "wander": 3, "rooted": 0.026, "strays": 220}, shine=0.35),
    "mei": Style("mei", (38, 33, 35), picture={"contrast": 0.12, "root": 0.85, "end": 1.05, "ragged": 0.055, "lock": 30, "taper": 0.93, "wander": 4, "strays": 110}, shine=0.8, power=90),
    "kofi": Style("kofi", (34, 28, 26), line=BEARDED_LINE, over_ears=OVER_EARS_SLANTING, shell=0.0034, flush=0.008, cut=(0.010, 0.065), shine=0.1),
    "grace": Style("grace", (186, 184, 182), picture={"contrast": 0.055, "root": 0.76, "end": 1.06, "ragged": 0.18, "rooted": 0.0022, "lock": 60, "taper": 0.66, "strays": 70}, shine=0.18, beneath=0.86, roots=0.86, parting=-0.0198),
    "pip": Style("pip", (150, 82, 44), picture={"contrast": 0.07, "root": 0.80, "end": 1.08, "ragged": 0.13, "lock": 72, "taper": 0.7, "wander": 5}, shine=0.42, power=30),
}
