"""The line of tears between ball and lower lid: mostly clear, brightest where the lid meets the ball."""

import numpy as np

from .colour import to_levels

WIDTH, HEIGHT = 128, 32


def paint_tears() -> np.ndarray:
    """[HEIGHT x WIDTH x 4] uint8: u from the inner corner outwards, v from the ball down to the lid."""
    u, v = np.meshgrid((np.arange(WIDTH) + 0.5) / WIDTH, (np.arange(HEIGHT) + 0.5) / HEIGHT)
    line = np.exp(-(((v - 0.52) / 0.17) ** 2))
    inner = np.exp(-((u / 0.10) ** 2))
    ends = np.clip(u / 0.05, 0, 1) * np.clip((1 - u) / 0.12, 0, 1)
    # The highlight of the key light is brighter. The line is never even.
    uneven = 0.75 + 0.25 * np.sin(9.0 * u + 0.6) * np.sin(23.0 * u)
    alpha = ends * (0.17 * line * uneven + 0.20 * inner * np.exp(-(((v - 0.5) / 0.35) ** 2)))
    colour = np.array([0.97, 0.94, 0.92]) * np.ones((HEIGHT, WIDTH, 1))
    return to_levels(np.concatenate([colour, alpha[..., None]], axis=2))
