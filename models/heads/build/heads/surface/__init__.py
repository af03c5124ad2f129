"""Surfaces of heads: the textures of all parts but hair, lit by the light of the studio."""

from pathlib import Path

import numpy as np

from ..assemble import Body
from ..eyes import iris_reach
from ..mesh import Part
from .cloth import paint_cloth
from .dentition import paint_teeth
from .eye import paint_eye
from .inner_mouth import paint_mouth, paint_tongue
from .lit_surface import Surface, block, light_surfaces
from .looks import LOOKS
from .paint_skin import Roots, paint_skin
from .tears import paint_tears

# Share of light that hair stops.
HAIR_OPACITY = 0.80
SOLID = ("skin", "mouth", "garment", "eye_l", "eye_r")
LIT = ("garment", "eye_l", "eye_r")


def paint(
    body: Body, hair: dict[str, Part], roots: tuple[Roots, ...] = (), memory: Path | None = None
) -> dict[str, np.ndarray]:
    """
    Pictures by name of part: RGBA, uint8, sRGB, lit; the alpha of skin and tongue is their gloss. `hair`: parts that shade the others;
    `roots`: where hair grows out of skin; `memory`: a folder that keeps the light, which takes half a minute.
    """
    parts, look = body.parts, LOOKS[body.person.name]
    blockers = [block(*(_mesh(parts[name]) for name in SOLID))]
    if hair:
        blockers.append(block(*(_mesh(part) for part in hair.values()), opacity=HAIR_OPACITY))
    surfaces = {name: Surface(*_mesh(parts[name])) for name in LIT}
    light = light_surfaces({"skin": Surface(*_mesh(parts["skin"]), skin=True), **surfaces}, blockers, memory)
    iris = iris_reach(body.person)
    tears = paint_tears()
    return {
        "skin": paint_skin(parts["skin"], look, light["skin"], roots),
        "mouth": paint_mouth(parts["mouth"], look),
        "eye_l": paint_eye(parts["eye_l"], iris, light["eye_l"], look, nose=-1),
        "eye_r": paint_eye(parts["eye_r"], iris, light["eye_r"], look, nose=1),
        "teeth_upper": paint_teeth(look, upper=True),
        "teeth_lower": paint_teeth(look, upper=False),
        "tongue": paint_tongue(parts["tongue"], look),
        "wet_l": tears,
        "wet_r": tears,
        "garment": paint_cloth(parts["garment"], look, light["garment"]),
    }


def _mesh(part: Part) -> tuple[np.ndarray, np.ndarray]:
    return part.positions, part.triangles
