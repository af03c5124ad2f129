"""Eyeballs with a cornea, and the tears on the lower lids."""

import numpy as np

from .form import Form
from .mesh import Part, vertex_normals
from .person import Person

AROUND, OUTWARDS = 28, 9
# Degrees from the front to which an eyeball is made: lids hide the rest.
ENDS = 88
# Share of the helper's radius: lids of the base mesh lie a little farther out.
BALL = 0.975
# Radii of iris and eyeball are 5.9 and 12 mm (adult means, Gullstrand 1909). The cornea protrudes by 1.6 mm over 12 degrees more.
IRIS = 5.9 / 12
CORNEA = 0.055
# Radius of the picture at the end of the ball.
PICTURE = 0.49
# Degrees of gaze that the shapes of ARKit reach.
UP, DOWN, OUT, IN = 24, 26, 28, 28


def build_eye(form: Form, person: Person, side: str) -> Part:
    """
    `side`: Left or Right. Its texture is a disc whose middle is the pupil: the angle from the front grows evenly outwards, ENDS degrees at
    PICTURE. Attribute `angle`: degrees from the front.
    """
    middle = form.eye_middles[0 if side == "Left" else 1]
    radius = form.eye_radius * BALL
    angles = np.radians(np.linspace(0, ENDS, OUTWARDS + 1))
    iris = np.arcsin(IRIS) * person.iris
    rows, uv, rings = [], [], []
    for angle in angles:
        count = 1 if angle == 0 else AROUND
        for k in range(count):
            turn = 2 * np.pi * k / AROUND
            out = np.array([np.sin(angle) * np.cos(turn), np.sin(angle) * np.sin(turn), np.cos(angle)])
            # The cornea: a cap on the ball that falls off smoothly at the edge of the iris.
            bulge = CORNEA * np.clip(1 - (angle / (1.15 * iris)) ** 2, 0, 1) ** 1.5
            rows.append(radius * (1 + bulge) * out)
            reach = PICTURE * angle / angles[-1]
            uv.append((0.5 + reach * np.cos(turn), 0.5 - reach * np.sin(turn)))
            rings.append(np.degrees(angle))
    ball = np.array(rows)
    triangles = [(0, 1 + k, 1 + (k + 1) % AROUND) for k in range(AROUND)]
    for ring in range(OUTWARDS - 1):
        for k in range(AROUND):
            a, b = 1 + ring * AROUND + k, 1 + ring * AROUND + (k + 1) % AROUND
            triangles += [(a, a + AROUND, b + AROUND), (a, b + AROUND, b)]
    ball = ball @ _turned("x", person.gaze_down).T
    outwards = 1 if side == "Left" else -1
    turns = {
        f"eyeLookUp{side}": _turned("x", -UP),
        f"eyeLookDown{side}": _turned("x", DOWN),
        f"eyeLookOut{side}": _turned("y", OUT * outwards),
        f"eyeLookIn{side}": _turned("y", -IN * outwards),
    }
    return Part(
        middle + ball,
        np.array(uv),
        np.array(triangles),
        np.ones(len(ball)),
        {name: ball @ turn.T - ball for name, turn in turns.items()},
        {"angle": np.array(rings)},
    )


def iris_reach(person: Person) -> float:
    """The radius of the iris in the picture of an eye, as a share of its side."""
    return PICTURE * np.degrees(np.arcsin(IRIS) * person.iris) / ENDS


def _turned(axis: str, degrees: float) -> np.ndarray:
    """Returns a rotation about x (positive: down) or about y (positive: to the person's left)."""
    t = np.radians(degrees)
    if axis == "x":
        return np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    return np.array([[np.cos(t), 0, np.sin(t)], [0, 1, 0], [-np.sin(t), 0, np.cos(t)]])


# Metres: the height of the tears on the ball, and how far they lie before lid and ball.
TEAR_HEIGHT = 0.0011
TEAR_BEFORE = 0.00025
# Ring of the base mesh that is the edge of the lid.
RIM_RING = 2.0


def build_tears(form: Form, skin: Part, person: Person, side: str) -> Part:
    """
    A ribbon between lower lid and ball, from corner to corner. It moves with the lid. Texture: u along the lid from the inner corner,
    v from the ball (0) down to the lid (1).
    """
    sign = 1 if side == "Left" else -1
    middle = form.eye_middles[0 if side == "Left" else 1]
    rim = _lower_rim(skin, middle, sign)
    places = skin.positions[rim]
    along = np.linspace(0, 1, 17)
    reach = (places[:, 0] - places[0, 0]) / (places[-1, 0] - places[0, 0])
    order = np.argsort(reach)
    at = lambda values: np.stack([np.interp(along, reach[order], values[order, k]) for k in range(3)], 1)
    lid = at(places)
    radius = form.eye_radius * BALL
    rows = []
    for share in (1.0, 0.5, 0.0):
        row = lid + np.array([0, TEAR_HEIGHT * (1 - share), 0])
        out = row - middle
        distance = np.linalg.norm(out, axis=1, keepdims=True)
        onto = middle + out / distance * np.maximum(radius * (1 + 0.004), 0)
        row = row * share + onto * (1 - share)
        rows.append(row + np.array([0, 0, TEAR_BEFORE]))
    count = len(along)
    triangles = []
    for row in range(2):
        for k in range(count - 1):
            a, b = row * count + k, row * count + k + 1
            quad = [(a, b, b + count), (a, b + count, a + count)]
            triangles += quad if sign > 0 else [face[::-1] for face in quad]
    shapes = {name: np.tile(at(offsets[rim]), (3, 1)) for name, offsets in skin.shapes.items() if np.abs(offsets[rim]).max() > 1e-6}
    uv = np.concatenate([np.stack([0.02 + 0.96 * along, np.full(count, v)], 1) for v in (0.98, 0.5, 0.02)])
    part = Part(np.concatenate(rows), uv, np.array(triangles), np.ones(3 * count), shapes)
    if vertex_normals(part.positions, part.triangles)[:, 2].mean() < 0:
        part.triangles = part.triangles[:, ::-1]
    return part


def _lower_rim(skin: Part, middle: np.ndarray, sign: int) -> np.ndarray:
    """Vertices of the lower lid's edge, from the inner corner outwards."""
    rings, positions = skin.attributes["lid_ring"], skin.positions
    rim = np.nonzero((np.abs(rings - RIM_RING) < 0.3) & (positions[:, 0] * sign > 0) & (skin.attributes["part"] == 0))[0]
    rim = rim[np.argsort(positions[rim, 0] * sign)]
    inner, outer = positions[rim[0]], positions[rim[-1]]
    line = inner[1] + (outer[1] - inner[1]) * (positions[rim, 0] - inner[0]) / (outer[0] - inner[0])
    lower = rim[positions[rim, 1] <= line + 1e-5]
    _, first = np.unique(np.round(positions[lower, 0], 5), return_index=True)
    lower = lower[first]
    return lower[np.argsort(positions[lower, 0] * sign)]
