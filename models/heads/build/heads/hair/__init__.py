"""Hair as sheets of locks along guides, loose wisps and the layer below; eyebrows and eyelashes."""

from dataclasses import dataclass

import numpy as np

from ..glb import DrawnPart, Material
from ..mesh import Part, join
from ..surface.blockers import Blockers, strew, thin
from ..surface.light import irradiance
from ..surface.paint_skin import Roots
from . import bob, layers, swept, tousle, waves
from .brows import Brows, build_brows, paint_brows
from .cards import paint_locks
from .hull import Hull
from .lashes import Lashes, build_lashes, paint_lashes
from .scalp import find_scalp
from .sheets import lay_sheet
from .shell import build_shell, paint_shell
from .styles import STYLES, Style, beside_parting, inside
from .wisps import lay_wisps, paint_wisps

SEEDS = {"ada": 21, "leo": 22, "mei": 23, "kofi": 24, "grace": 25, "pip": 26}
BROWS = {
    "ada": Brows((76, 51, 36), thick=0.88, dense=1.15, arch=0.0006),
    "leo": Brows((50, 34, 24), thick=1.12, dense=1.15),
    "mei": Brows((32, 24, 23), thick=0.88, dense=1.1),
    "kofi": Brows((30, 24, 22), thick=1.1, dense=1.1),
    "grace": Brows((116, 104, 97), thick=0.85, dense=0.9),
    "pip": Brows((118, 64, 38), thick=1.25, dense=1.5, higher=0.002),
}
LASHES = {
    "ada": Lashes(),
    "leo": Lashes(upper=0.0042, lower=0.0018, dense=0.75),
    "mei": Lashes(upper=0.0062, lower=0.0024),
    "kofi": Lashes(upper=0.0045, lower=0.002, dense=0.8),
    "grace": Lashes((60, 48, 44), upper=0.0052, lower=0.002, dense=0.8),
    "pip": Lashes((44, 28, 22), upper=0.0095, lower=0.003, dense=1.1),
}
SHEETS = {"ada": waves.sheets, "mei": bob.sheets, "leo": swept.sheets, "grace": layers.sheets, "pip": tousle.sheets}
# Luminance of the studio's light on hair in the open: there the picture shows its own colours.
OPEN_LIGHT = 0.95
# The share of its levels that hair keeps in the deepest shade.
DARKEST = 0.22
# The colour of the layer below the strands, and of short curls.
MATT = {"shine": {"strength": 0.06, "power": 20}, "strands": "v"}


@dataclass(frozen=True)
class Hair:
    parts: dict[str, DrawnPart]
    roots: tuple[Roots, ...]


def grow(body) -> Hair:
    name, skin = body.person.name, body.parts["skin"]
    style = STYLES[name]
    # Each from its own seed: a change of one leaves the others as they are.
    for_wisps, for_locks, for_brows, for_lashes = (np.random.default_rng([SEEDS[name], k]) for k in range(4))
    scalp = find_scalp(skin)
    hull = Hull(scalp)
    parts: dict[str, DrawnPart] = {}
    sheets = SHEETS[name](hull) if name in SHEETS else []
    laid = [lay_sheet(sheet, hull) for sheet in sheets]
    hair = join(laid) if laid else None
    blockers = [Blockers(scalp.points)]
    if hair is not None:
        strewn = strew(hair.positions, hair.triangles, 0.003)[2]
        blockers.append(Blockers(strewn[thin(strewn, 0.0022)], opacity=0.45))
    shine = {"shine": {"strength": style.shine, "power": style.power}, "strands": "v"}
    if style.shell is not None:
        shell = build_shell(skin, style)
        light = _light(shell.positions, shell.attributes["normal"], blockers)
        parts["hair_cap"] = DrawnPart("hair_cap", shell, paint_shell(shell, style, light, SEEDS[name]), Material("MASK", False, anima=MATT))
    if hair is not None:
        light = _light(hair.positions, hair.attributes["normal"], blockers) * hair.attributes["tone"]
        hair.attributes["light"] = np.clip(light * (0.80 + 0.20 * hair.attributes["depth"]), 0, 1)
        parts["hair_soft"] = _soft([lay_wisps(part, sheet.columns, wisps, for_wisps) for sheet, part in zip(sheets, laid) for wisps in sheet.wisps], style, blockers, for_wisps)
        parts["hair"] = DrawnPart("hair", _sorted(hair), paint_locks(style.colour, for_locks, **style.picture), Material("MASK", True, anima=shine))
    cropped = hair is None
    parts["brows"] = DrawnPart("brows", build_brows(skin, BROWS[name]), paint_brows(BROWS[name], for_brows), Material("BLEND"))
    lashes = build_lashes(skin, LASHES[name], body.form.eye_middles)
    parts["lashes"] = DrawnPart("lashes", lashes, paint_lashes(LASHES[name], for_lashes), Material("BLEND", True))
    grown = scalp.on_head & (beside_parting(style, scalp.base) > 0.0045) & (inside(style, scalp.base) > (0.0072 if cropped else 0.003))
    return Hair(parts, (Roots(scalp.points[grown], tuple(style.roots * np.array(style.colour)), 0.85),))


def _soft(wisps: list[Part], style: Style, blockers, random: np.random.Generator) -> DrawnPart:
    joined = join(wisps)
    joined.attributes["light"] = np.clip(_light(joined.positions, joined.attributes["normal"], blockers) * joined.attributes["tone"], 0, 1)
    shine = {"shine": {"strength": 0.5 * style.shine, "power": style.power}, "strands": "v"}
    return DrawnPart("hair_soft", joined, paint_wisps(style.colour, style.picture.get("end", 1.1), random), Material("BLEND", True, anima=shine))


def _light(positions: np.ndarray, normals: np.ndarray, blockers) -> np.ndarray:
    """Returns the factors of the sRGB levels of the image, [n]."""
    lit = irradiance(positions, normals, blockers) @ np.array([0.2126, 0.7152, 0.0722])
    return np.clip((lit / OPEN_LIGHT) ** (1 / 2.2), DARKEST, 1.25)


def _sorted(part: Part) -> Part:
    """Draws the front first: the parts that it hides are then skipped."""
    order = np.argsort(-part.positions[part.triangles][:, :, 2].mean(1), kind="stable")
    part.triangles = part.triangles[order]
    return part
