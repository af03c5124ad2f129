/** Samples to each side, at the finer of two sizes, that count. */
export const LOBES = 3;

/** Lanczos' kernel of three lobes (Duchon, "Lanczos filtering in one and two dimensions", 1979). */
export function lanczos(x: number): number {
  if (Math.abs(x) < 1e-9) return 1;
  if (Math.abs(x) >= LOBES) return 0;
  const turn = Math.PI * x;
  return (LOBES * Math.sin(turn) * Math.sin(turn / LOBES)) / (turn * turn);
}
