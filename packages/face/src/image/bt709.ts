/**
 * Gamma-coded R, G, B in 0 to 1 and the bytes of BT.709 in limited range (ITU-R BT.709-6, 3.2 to 3.5, 8 bits):
 * Y = .2126 R + .7152 G + .0722 B, Cb = (B - Y) / 1.8556, Cr = (R - Y) / 1.5748, bytes 16 + 219 Y, 128 + 224 Cb, 128 + 224 Cr.
 */
export const LUMA_RED = 0.2126;
export const LUMA_GREEN = 0.7152;
export const LUMA_BLUE = 0.0722;
export const BLUE_RANGE = 1.8556;
export const RED_RANGE = 1.5748;

export const LUMA_ZERO = 16;
export const LUMA_STEPS = 219;
export const CHROMA_ZERO = 128;
export const CHROMA_STEPS = 224;

/** What one step of a byte of U or V adds to R, G and B. */
export const RED_OF_V = RED_RANGE / CHROMA_STEPS;
export const BLUE_OF_U = BLUE_RANGE / CHROMA_STEPS;
export const GREEN_OF_U = (-LUMA_BLUE * BLUE_RANGE) / LUMA_GREEN / CHROMA_STEPS;
export const GREEN_OF_V = (-LUMA_RED * RED_RANGE) / LUMA_GREEN / CHROMA_STEPS;
