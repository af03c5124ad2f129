"""Single hairs drawn on a transparent picture: tapered lines with smooth edges."""

import numpy as np


class Strokes:
    """Levels [height x width x 4]; later strokes lie over earlier ones."""

    def __init__(self, width: int, height: int) -> None:
        self.colour = np.zeros((height, width, 3), np.float32)
        self.cover = np.zeros((height, width), np.float32)
        self.height, self.width = height, width

    def draw(self, line: np.ndarray, thickness: np.ndarray, colour, opacity: float = 1.0) -> None:
        """`line` [points x 2] in texels (x, y), close together; `thickness` [points]: half the width of the hair there, in texels."""
        for (x, y), half in zip(line, thickness):
            reach = int(np.ceil(half + 1))
            left, right = max(0, int(x) - reach), min(self.width, int(x) + reach + 2)
            top, bottom = max(0, int(y) - reach), min(self.height, int(y) + reach + 2)
            if right <= left or bottom <= top:
                continue
            distance = np.hypot(np.arange(left, right)[None] + 0.5 - x, np.arange(top, bottom)[:, None] + 0.5 - y)
            # Hairs finer than a texel are fainter, not narrower: they would come and go from texel to texel.
            new = opacity * min(1.0, 2 * half) * np.clip(max(half, 0.5) + 0.5 - distance, 0, 1)
            old = self.cover[top:bottom, left:right]
            rise = np.maximum(new - old, 0)
            share = np.where(new > 0, np.clip(new, 0, 1), 0)[..., None]
            area = self.colour[top:bottom, left:right]
            area += share * (np.array(colour, np.float32) - area)
            old += rise

    def picture(self, under) -> np.ndarray:
        """Returns RGBA levels as uint8. Where nothing is drawn the colour is `under`, so that edges do not darken."""
        seen = (self.cover > 0.02)[..., None]
        levels = np.where(seen, self.colour, np.array(under, np.float32))
        return np.concatenate([levels, 255 * self.cover[..., None]], 2).clip(0, 255).round().astype(np.uint8)
