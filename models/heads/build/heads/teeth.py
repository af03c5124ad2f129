"""Rows of teeth in their gums, and the tongue: placed where the base mesh has its helpers for them."""

import numpy as np

from .form import Form
from .mesh import Part
from .person import Person

# Millimetres that teeth are wide, from the middle outwards (Wheeler's dental anatomy, means).
UPPER_WIDTHS = (8.6, 6.7, 7.6, 7.0, 6.8, 9.8, 9.5)
LOWER_WIDTHS = (5.6, 6.1, 6.9, 7.0, 7.0, 10.2, 10.0)
# The angle of a dental arch to each side.
ARCH = np.radians(88)
STEPS_PER_TOOTH = 4
# Share of the helper's width: its molars lie against the cheeks.
WIDTH = 0.78
# Metres by which the arches lie behind the helpers' fronts, and by which teeth bulge.
BEHIND = 0.0018
BULGE = 0.0005
# Height as a share, from the edge (0) to the end of the gums (1), and metres outwards there; the first row folds back behind the edge.
PROFILE = ((0.0, -0.0022), (0.0, 0.0), (0.25, 0.0005), (0.60, 0.0001), (0.72, 0.0004), (1.0, -0.0012))
ROWS_V = (0.02, 0.06, 0.30, 0.62, 0.74, 0.98)


def build_teeth(form: Form, person: Person, upper: bool) -> Part:
    """
    Texture: u along the arch from the right, evenly by the widths of teeth; v from the edges (0) into the gums (1). Attributes:
    `tooth`: 0 to 6 from the middle, `across`: -1 to 1 over each tooth, outwards.
    """
    helper = form.mesh.group("helper-upper-teeth" if upper else "helper-lower-teeth")
    places = form.positions[helper]
    half_width = places[:, 0].max() * WIDTH * person.teeth
    front, back = places[:, 2].max() - BEHIND, places[:, 2].min()
    edge, gum = (
        (places[:, 1].min() - 0.0022, places[:, 1].max() + 0.001)
        if upper
        else (places[:, 1].max() - 0.0030, places[:, 1].min() - 0.001)
    )
    share, tooth, across = _columns(UPPER_WIDTHS if upper else LOWER_WIDTHS)
    angle = share * ARCH
    rows = []
    for height, out in PROFILE:
        bulge = BULGE * (1 - across**2) * (height < 0.7)
        normal = np.stack([np.sin(angle), np.zeros_like(angle), np.cos(angle)], 1)
        curve = (0.0018 if upper else 0.0014) * share**2
        arch = np.stack(
            [half_width * np.sin(angle), edge + (gum - edge) * height + curve, back + (front - back) * np.cos(angle) ** 0.85], 1
        )
        rows.append(arch + normal * (out + bulge)[:, None])
    count = len(share)
    u = 0.01 + 0.98 * (share + 1) / 2
    part = Part(
        np.concatenate(rows),
        np.concatenate([np.stack([u, np.full(count, v)], 1) for v in ROWS_V]),
        _grid(len(PROFILE), count, flipped=upper),
        np.ones(count * len(PROFILE)),
        {},
        {"tooth": np.tile(tooth, len(PROFILE)), "across": np.tile(across, len(PROFILE))},
    )
    if not upper:
        part.shapes = _moved_as_one(form, helper, part.positions)
    return part


def build_tongue(form: Form) -> Part:
    """The helper's own, a little lower and farther back, so that lips close over it."""
    mesh = form.mesh
    faces = [k for k, group in enumerate(mesh.groups) if group == "helper-tongue"]
    coordinates = mesh.coordinates[[corner for k in faces for corner in mesh.face_coordinates[k]]]
    least, most = coordinates.min(0), coordinates.max(0)
    seen: dict[tuple[int, int], int] = {}
    triangles = []
    for k in faces:
        corners = [seen.setdefault(pair, len(seen)) for pair in zip(mesh.faces[k], mesh.face_coordinates[k])]
        triangles += [(corners[0], corners[i], corners[i + 1]) for i in range(1, len(corners) - 1)]
    source = np.array([vertex for vertex, _ in seen])
    places = (mesh.coordinates[[corner for _, corner in seen]] - least) / (most - least) * 0.98 + 0.01
    return Part(
        form.positions[source] - np.array([0, 0.002, 0.002]),
        np.stack([places[:, 0], 1 - places[:, 1]], 1),
        np.array(triangles),
        np.ones(len(source)),
        {name: offsets[source] for name, offsets in form.shapes.items()},
    )


def _columns(widths: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns points along the arch, -1 to 1, with the index of the tooth and the position on it."""
    ends = np.concatenate([[0], np.cumsum(widths)]) / sum(widths)
    half = [
        (ends[k] + (ends[k + 1] - ends[k]) * step / STEPS_PER_TOOTH, k, 2 * step / STEPS_PER_TOOTH - 1)
        for k in range(len(widths))
        for step in range(STEPS_PER_TOOTH + (k == len(widths) - 1))
    ]
    right = [(-share, tooth, across) for share, tooth, across in half[:0:-1]]
    share, tooth, across = (np.array(values, float) for values in zip(*(right + half)))
    return share, tooth, across


def _grid(rows: int, columns: int, *, flipped: bool) -> np.ndarray:
    triangles = []
    for row in range(rows - 1):
        for k in range(columns - 1):
            a, b = row * columns + k, row * columns + k + 1
            triangles += [(a, b, b + columns), (a, b + columns, a + columns)]
    return np.array([face if flipped else face[::-1] for face in triangles])


def _moved_as_one(form: Form, helper: np.ndarray, places: np.ndarray) -> dict[str, np.ndarray]:
    """The affine motion nearest to the helper's, for every shape that moves it."""
    known = np.concatenate([form.positions[helper], np.ones((len(helper), 1))], 1)
    asked = np.concatenate([places, np.ones((len(places), 1))], 1)
    moved = {}
    for name, offsets in form.shapes.items():
        if np.abs(offsets[helper]).max() > 1e-5:
            moved[name] = asked @ np.linalg.lstsq(known, offsets[helper], rcond=None)[0]
    return moved
