import type { CropKind } from './face-crop.js';
import type { FaceDamage } from './face-damage.js';

/** How much of what the network made is taken, 0 to 1, of each part of a face. */
export interface MixingShares {
  /** Brightness: what is finer than the network's pixels, and what is coarser. */
  readonly fine: number;
  readonly coarse: number;
  readonly colour: number;
}

/** The strength at which a face comes nearest to what it was. */
const BEST_STRENGTH = 0.55;
/** A share is never less, at that strength: a face that came clean can still be given more when that is asked for. */
const LEAST = 0.004;
/** Pixels of the patch for one of the network, up to which it sees enough to be believed. */
const SEEN = 3;

/**
 * From the strength that was asked for. What is best for faces damaged in known ways (benchmarks/src/face/restoration.bench.ts) was
 * found part by part: a network that cleans is right about noise, about four tenths of what softness took, three tenths of what blocks
 * left, and about colours wherever a coder was; of a face that came clean it is right about nothing. All are 0 at 0 and, of a face that
 * the network saw whole, 1 at 1. A network that draws a face anew is taken as it is: half of its shading under all of its edges would
 * be two faces. `shrink` is how many pixels of the input became one of the network's.
 */
export function mixingShares(
  strength: number,
  kind: CropKind,
  damage: FaceDamage,
  shrink: number,
): MixingShares {
  if (kind === 'ffhq') return { fine: strength, coarse: strength, colour: strength };
  const { softness, blocks, noise, colourNoise, colourLoss } = damage;
  const seen = Math.min(1, SEEN / shrink);
  const share = (best: number): number =>
    strength === 0 ? 0 : Math.max(LEAST, best) ** (Math.log(strength) / Math.log(BEST_STRENGTH));
  return {
    fine: seen * share(anyOf(0.38 * softness, 0.3 * blocks, noise)),
    coarse: seen * share(anyOf(0.2 * softness, 0.05 * blocks, 0.45 * noise)),
    colour: share(anyOf(0.5 * softness, 0.4 * blocks, 0.3 * colourLoss, colourNoise)),
  };
}

/** Of shares that are each for themselves: what one leaves, the next takes its share of. */
function anyOf(...shares: readonly number[]): number {
  return 1 - shares.reduce((left, share) => left * (1 - share), 1);
}
