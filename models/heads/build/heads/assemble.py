"""All parts of a person, and the head they make."""

from dataclasses import dataclass

import numpy as np

from .eyes import build_eye, build_tears
from .form import Form, build_form
from .garment import build_garment
from .gaze import follow_gaze
from .lips import seal_lips
from .mesh import Part
from .person import Person
from .regions import find_regions
from .shoulders import hang_arms
from .skin_mesh import build_skin
from .squint import clear_balls
from .teeth import build_teeth, build_tongue

# Metres: the top of the spine, about which a head turns.
PIVOT = (0.0, -0.115, -0.088)


@dataclass(frozen=True)
class Body:
    """Everything but hair, unpainted."""

    person: Person
    form: Form
    parts: dict[str, Part]


def build_body(person: Person) -> Body:
    regions = find_regions()
    form = build_form(person)
    hang_arms(form, person.shoulders)
    seal_lips(form, regions)
    follow_gaze(form)
    clear_balls(form, regions)
    skin, mouth = build_skin(form, regions)
    parts = {
        "skin": skin,
        "mouth": mouth,
        "eye_l": build_eye(form, person, "Left"),
        "eye_r": build_eye(form, person, "Right"),
        "teeth_upper": build_teeth(form, person, upper=True),
        "teeth_lower": build_teeth(form, person, upper=False),
        "tongue": build_tongue(form),
        "wet_l": build_tears(form, skin, person, "Left"),
        "wet_r": build_tears(form, skin, person, "Right"),
    }
    parts["garment"], parts["skin"] = build_garment(form, regions, person, skin)
    return Body(person, form, parts)


def pivot_of(person: Person) -> np.ndarray:
    return np.array(PIVOT) * np.array([1.0, person.head_scale, person.head_scale])
