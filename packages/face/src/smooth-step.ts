/**
 * Returns 0 up to 0, 1 from 1 on, and a smooth transition in between (Perlin's smooth step of third order).
 */
export function smoothStep(t: number): number {
  const held = t < 0 ? 0 : t > 1 ? 1 : t;
  return held * held * (3 - 2 * held);
}

/** Returns 0 up to `from`, 1 from `to` on, and a smooth transition in between. */
export function smoothRamp(value: number, from: number, to: number): number {
  return smoothStep((value - from) / (to - from));
}
