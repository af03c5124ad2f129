"""`python -m heads [NAME ...] [--into FOLDER] [--afresh]`: writes NAME.glb and NAME.json of every person, or of those named."""

import argparse
from pathlib import Path

from .assemble import build_body, pivot_of
from .description import describe
from .glb import write_glb
from .paint import paint_body
from .person import load_person, names
from .unseen import leave_out_unseen

BUILD = Path(__file__).parent.parent


def main() -> None:
    reader = argparse.ArgumentParser(prog="heads", description=__doc__)
    reader.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names())}")
    reader.add_argument("--into", type=Path, default=BUILD.parent)
    reader.add_argument("--afresh", action="store_true", help="works out light that an earlier build has kept, too")
    given = reader.parse_args()
    for name in given.names or names():
        if name not in names():
            reader.error(f"Expected one of {', '.join(names())}, received {name}")
        build(name, given.into, None if given.afresh else BUILD / ".cache")


def build(name: str, into: Path, memory: Path | None) -> None:
    person = load_person(name)
    pivot = pivot_of(person)
    drawn = leave_out_unseen(paint_body(build_body(person), memory), pivot)
    into.mkdir(parents=True, exist_ok=True)
    data = write_glb(drawn, pivot)
    (into / f"{name}.glb").write_bytes(data)
    (into / f"{name}.json").write_text(describe(person, drawn))
    triangles = sum(len(one.part.triangles) for one in drawn)
    print(f"{name}: {triangles:,} triangles, {len(data):,} bytes", flush=True)


main()
