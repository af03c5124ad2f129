"""sRGB levels, linear light, and the curve from one to the other that pictures of heads are toned with."""

import numpy as np



def to_linear(levels) -> np.ndarray:
    """Linear light, 0 to 1, of sRGB levels, 0 to 255 (IEC 61966-2-1)."""
    coded = np.asarray(levels, np.float64) / 255
    return np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)


def to_srgb(light: np.ndarray) -> np.ndarray:
    """Returns the coded values, 0 to 1, of linear light. Values outside 0 to 1 are clamped."""
    held = np.clip(light, 0, 1)
    return np.where(held <= 0.0031308, held * 12.92, 1.055 * np.maximum(held, 1e-9) ** (1 / 2.4) - 0.055)


def tone(light: np.ndarray) -> np.ndarray:
    """Coded values of lit linear light: straight in the shades, rolled off above a half, so that no cheek burns out."""
    knee = 0.5
    over = np.maximum(light - knee, 0)
    rolled = np.minimum(light, knee) + (1 - knee) * (1 - np.exp(-over / (1 - knee)))
    return to_srgb(rolled)


def luminance(light: np.ndarray) -> np.ndarray:
    """Returns the luminance of linear light [..., 3] (Rec. 709)."""
    return light @ np.array([0.2126, 0.7152, 0.0722])


def to_levels(coded: np.ndarray) -> np.ndarray:
    """uint8 of coded values, 0 to 1."""
    return np.floor(np.clip(coded, 0, 1) * 255 + 0.5).astype(np.uint8)
