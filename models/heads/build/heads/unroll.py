"""Where the cloth of a garment lies when it is spread out flat: one piece, seen from before and from above."""

import numpy as np

# Metres beside the spine over which cloth comes to lie around an arm.
ARM = (0.08, 0.17)


def unroll(places: np.ndarray) -> np.ndarray:
    """Metres across and down the piece [n x 2] of places on the torso [n x 3]: along the chest, over the tops of shoulders, around arms."""
    x, y, z = places.T
    side = np.abs(x)
    round_arm = np.clip((side - ARM[0]) / (ARM[1] - ARM[0]), 0, 1)
    bent = side + 0.9 * np.maximum(side - ARM[0], 0) * round_arm - 0.8 * z * round_arm
    return np.stack([np.sign(x) * bent, 0.8 * z - y], 1)
