"""Clothes: the torso of the base mesh, ironed and cut along a neckline, with a rim or a collar around the neck."""

import numpy as np
from scipy.sparse import csr_matrix
from scipy.spatial import cKDTree

from .clip import clip
from .collars import build_collar
from .form import Form, head_share
from .mesh import Part, join, keep_triangles, vertex_normals
from .neck import Neck
from .neckline import neckline
from .person import Person
from .regions import Regions
from .rim import build_rim
from .sag import sags
from .subdivide import refine
from .unroll import unroll

# Metres: the part of the torso that a viewer can see.
LOWEST, WIDEST, AWAY = -0.262, 0.235, -0.3
# Cloth that faces the spine more than this is not seen.
INWARDS = -0.4
# Metres by which a face may lie from the surface.
FLAT = 0.0008
IRONED = 14
# Skin this far under a rim is not seen.
HIDDEN = 0.024
# Metres from a neckline over which cloth ceases to follow the neck: shoulders and chest stay as they are when a head turns.
NEAR_NECK, STILL = 0.004, 0.034
# Metres below the chin: no head is down there.
BELOW_CHIN = 0.02
# Share of the texture's height that collars and rims take, from the top.
COLLAR_HEIGHT = 0.28


def build_garment(form: Form, regions: Regions, person: Person, skin: Part) -> tuple[Part, Part]:
    """
    Returns the garment and the skin without the parts that it hides. Attributes of the garment: `rim` (metres from the free edge) and
    `band` (1 on collars and rims). In the texture, u goes around the neck for collars and rims above COLLAR_HEIGHT; the body is below.
    """
    neck = Neck(form, regions, person.head_scale)
    cloth = _lay(form, regions, person)
    open_by = neckline(person.garment.kind, neck)
    body, loops = clip(cloth, -open_by(cloth.positions))
    rims = [build_rim(body, loop, COLLAR_HEIGHT) for loop in loops]
    edge = cKDTree(np.concatenate([body.positions[loop] for loop in loops]))
    body.attributes = {"rim": edge.query(body.positions)[0], "band": np.zeros(len(body.positions))}
    collars = build_collar(person.garment, neck, COLLAR_HEIGHT)
    garment = join([body, *rims, *collars])
    garment.head_share = head_share(garment.positions) * _follows(edge, garment.positions)
    # Skin under cloth follows it, or it would come through.
    under = (open_by(skin.positions) < 0) & (skin.positions[:, 1] < neck.chin - BELOW_CHIN)
    skin.head_share = np.where(under, skin.head_share * _follows(edge, skin.positions), skin.head_share)
    hidden = open_by(skin.positions) < -HIDDEN
    shown = (skin.attributes["part"] != 1) | ~hidden
    return garment, keep_triangles(skin, shown[skin.triangles].any(1))


def _follows(edge: cKDTree, places: np.ndarray) -> np.ndarray:
    """How much of the neck's turn is left to cloth [n], by how far it lies from the neckline."""
    away = np.clip((edge.query(places)[0] - NEAR_NECK) / (STILL - NEAR_NECK), 0, 1)
    return 1 - away * away * (3 - 2 * away)


def _lay(form: Form, regions: Regions, person: Person) -> Part:
    mesh = form.mesh
    chosen = [
        number
        for number in regions.torso
        if form.positions[mesh.faces[number]][:, 1].max() > LOWEST
        and np.abs(form.positions[mesh.faces[number]][:, 0]).min() < WIDEST
    ]
    faces = [mesh.faces[number] for number in chosen]
    fine = list(sags(form.positions, faces) > FLAT)
    # Their places in the texture of the base mesh are of no use: it is squeezed at the neck.
    refined = refine(len(form.positions), faces, [np.zeros((len(face), 2)) for face in faces], fine)
    skin = refined.weights @ form.positions
    positions = _iron(skin, refined.triangles, person.garment.thickness)
    whole = vertex_normals(positions, refined.triangles)
    # The insides of arms are behind the chest. When the cloth is spread out, they have the places of the outsides.
    inwards = np.sign(positions[:, 0]) * whole[:, 0] < INWARDS
    seen = (whole[refined.triangles][:, :, 2].max(1) > AWAY) & ~inwards[refined.triangles].all(1)
    used, triangles = np.unique(refined.triangles[seen], return_inverse=True)
    flat = unroll(positions[used])
    share = (flat - flat.min(0)) / (flat.max(0) - flat.min(0))
    uv = np.array([0.01, COLLAR_HEIGHT + 0.01]) + share * [0.98, 0.98 - COLLAR_HEIGHT]
    return Part(positions[used], uv, triangles.reshape(-1, 3), np.zeros(len(used)))


def _iron(skin: np.ndarray, triangles: np.ndarray, thickness: float) -> np.ndarray:
    """Cloth bridges hollows: smoothed, then pushed out wherever it is nearer to the skin than it is thick."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    edges = np.concatenate([edges, edges[:, ::-1]])
    count = len(skin)
    near = csr_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(count, count))
    degree = np.maximum(np.asarray(near.sum(1)).reshape(-1, 1), 1)
    normals = vertex_normals(skin, triangles)
    cloth = skin + thickness * normals
    for _ in range(IRONED):
        cloth = cloth + 0.5 * (near @ cloth / degree - cloth)
        short = thickness - ((cloth - skin) * normals).sum(1, keepdims=True)
        cloth += np.maximum(short, 0) * normals
    return cloth
