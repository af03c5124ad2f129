/** Steps of one turn. */
export const SINE_STEPS = 4096;

/** sin(2 pi i / SINE_STEPS) from 0 to one and a quarter turns: the cosine begins a quarter turn in. */
export function createSineTable(): Float64Array {
  return Float64Array.from({ length: SINE_STEPS * 1.25 + 2 }, (_, i) =>
    Math.sin((2 * Math.PI * i) / SINE_STEPS),
  );
}
