/**
 * A smooth line through landmarks (Catmull-Rom), `count` points evenly spread over them, into `out` [count x 3]. `points` is
 * [n x 3].
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
