/** Random numbers of a seed, equal on all machines. */
export interface Random {
  /** 0 to 1, 1 excluded. */
  next(): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
}

/**
 * SplitMix32 with the finaliser of MurmurHash3 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014). `stream` separates the uses of one seed, so that an additional draw in the blinks does
 * not change the head.
 */
export function createRandom(seed: number, stream: string): Random {
  let state = seed | 0;
  for (const character of stream) state = finalise(state ^ character.codePointAt(0)!);
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return (finalise(state) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    chance: (probability) => next() < probability,
  };
}

function finalise(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
