"""Arms that hang: the base mesh holds them out, and its shoulders would fill a portrait from side to side."""

import numpy as np

from .form import HEAD_TO, Form

# Metres beside the spine and below the eyes: where a shoulder starts to bend down, and the height of its top there.
FROM, TOP = 0.070, -0.142
# How steeply shoulders fall before they bend.
SLOPE = 0.27
# Points deeper below the top than this share of the radius do not tilt with the shoulder.
DEEPEST = 0.7
# Metres below where the head ends over which the bend begins.
BEGINS = 0.03


def hang_arms(form: Form, reach: float) -> None:
    """
    Bends each shoulder down along an arc that ends vertically, `reach` metres beside the spine. Changes the form in place. Points in the
    arm keep their distance from the top of the shoulder.
    """
    tilt = np.arctan(SLOPE)
    radius = (reach - FROM) / (1 - np.sin(tilt))
    x, y = form.positions[:, 0], form.positions[:, 1]
    beyond = np.maximum(np.abs(x) - FROM, 0)
    turned = np.minimum(beyond / (radius * np.cos(tilt)), np.pi / 2 - tilt)
    straight = np.maximum(beyond - radius * np.cos(tilt) * (np.pi / 2 - tilt), 0)
    height = y - (TOP - SLOPE * beyond)
    leaning = np.maximum(height, -DEEPEST * radius)
    outwards = FROM + radius * (np.sin(tilt + turned) - np.sin(tilt)) + leaning * np.sin(turned)
    upwards = TOP - radius * (np.cos(tilt) - np.cos(tilt + turned)) + leaning * np.cos(turned) + (height - leaning) - straight
    share = np.clip((HEAD_TO - y) / BEGINS, 0, 1) * (beyond > 0)
    form.positions[:, 0] += share * (np.sign(x) * outwards - x)
    form.positions[:, 1] += share * (upwards - y)
