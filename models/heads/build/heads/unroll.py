"""The layout of a garment's cloth as one flat piece, seen from the front and from above."""

import numpy as np

# Metres beside the spine over which the cloth wraps around an arm.
ARM = (0.03, 0.12)


def unroll(places: np.ndarray) -> np.ndarray:
    """Metres across and down the piece [n x 2] of places on the torso [n x 3]: along the chest, over the tops of shoulders, around arms."""
    x, y, z = places.T
    side = np.abs(x)
    round_arm = np.clip((side - ARM[0]) / (ARM[1] - ARM[0]), 0, 1)
    return np.stack([np.sign(x) * (side - z * round_arm), 0.8 * z - y], 1)
