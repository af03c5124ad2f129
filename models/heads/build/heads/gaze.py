"""Lids that follow the gaze."""

from .form import Form

# By how much of each shape the lids move when an eye looks all the way up or down: the upper lid stays on the iris' edge.
UP = {"eyeWide": 0.7}
DOWN = {"eyeBlink": 0.22}


def follow_gaze(form: Form) -> None:
    """Adds to the shapes of looking up and down; works on the form itself."""
    for side in ("Left", "Right"):
        for look, moves in (("eyeLookUp", UP), ("eyeLookDown", DOWN)):
            for name, weight in moves.items():
                form.shapes[f"{look}{side}"] = form.shapes[f"{look}{side}"] + weight * form.shapes[f"{name}{side}"]
