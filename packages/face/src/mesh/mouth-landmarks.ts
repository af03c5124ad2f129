/**
 * Writes a smooth line through landmarks (Catmull-Rom), `count` evenly spread points, into `out` [count x 3].
 * `points` is [n x 3].
 */
export function fillSpline(
  points: Float32Array,
  landmarks: readonly number[],
  count: number,
  out: Float32Array,
): void {
  const last = landmarks.length - 1;
  for (let i = 0; i < count; i++) {
    const position = (i / (count - 1)) * last;
    const before = Math.min(last - 1, Math.floor(position));
    const t = position - before;
    for (let k = 0; k < 3; k++) {
      const p1 = points[3 * landmarks[before]! + k]!;
      const p2 = points[3 * landmarks[before + 1]! + k]!;
      const p0 = before > 0 ? points[3 * landmarks[before - 1]! + k]! : 2 * p1 - p2;
      const p3 = before + 2 <= last ? points[3 * landmarks[before + 2]! + k]! : 2 * p2 - p1;
      out[3 * i + k] =
        p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)));
    }
  }
}

/**
 * Rows of points of MediaPipe's mesh around the mouth, from the corner on the viewer's left to the one on the
 * viewer's right.
 */
export const UPPER_INNER = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308] as const;
export const LOWER_INNER = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308] as const;
export const UPPER_OUTER = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291] as const;
export const LOWER_OUTER = [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291] as const;

/** The outline of the jaw from ear to ear. */
export const JAW_OUTLINE = [
  132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361,
] as const;
/**
 * Upper border of the moving area: ear, cheekbone, below the eye, side, wing and tip of the nose, and back.
 */
export const HELD_ABOVE = [
  132, 93, 227, 116, 117, 118, 126, 64, 1, 294, 355, 347, 346, 345, 447, 323, 361,
] as const;

/** Points on both cheeks, outside beard and lips. */
export const CHEEKS = [50, 205, 36, 280, 425, 266] as const;
export const CHIN = 152;
export const RIGHT_EAR = 234;
export const LEFT_EAR = 454;
