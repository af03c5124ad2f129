"""Every part of a person with its picture, in the order in which they are drawn."""

from pathlib import Path

from .assemble import Body
from .glb import DrawnPart, Material
from .hair import grow
from .surface import paint

SKIN_SHINE = {"shine": {"strength": 0.35, "power": 18}}
TONGUE_SHINE = {"shine": {"strength": 0.25, "power": 24}}
MATERIALS = {
    "skin": Material(anima=SKIN_SHINE),
    "mouth": Material(double_sided=True),
    "eye_l": Material(quality=90),
    "eye_r": Material(quality=90),
    "teeth_upper": Material("MASK", True),
    "teeth_lower": Material("MASK", True),
    "tongue": Material(anima=TONGUE_SHINE),
    "garment": Material(double_sided=True),
    "wet_l": Material("BLEND", quality=95),
    "wet_r": Material("BLEND", quality=95),
}
# Blended parts come last, and the front is the very last.
ORDER = (
    "skin", "mouth", "eye_l", "eye_r", "teeth_upper", "teeth_lower", "tongue", "garment", "hair_cap", "hair", "beard", "brows",
    "wet_l", "wet_r", "lashes", "hair_soft",
)
# Parts of hair that throw shade.
SHADING = ("hair", "hair_cap")


def paint_body(body: Body, memory: Path | None) -> list[DrawnPart]:
    """`memory`: a folder that keeps the light from one build to the next."""
    hair = grow(body)
    pictures = paint(body, {name: hair.parts[name].part for name in SHADING if name in hair.parts}, hair.roots, memory)
    drawn = {name: DrawnPart(name, body.parts[name], pictures[name], material) for name, material in MATERIALS.items()}
    drawn |= hair.parts
    return [drawn[name] for name in ORDER if name in drawn]
