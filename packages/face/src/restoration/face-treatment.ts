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

/** What is done with a face. */
export interface FaceTreatment {
  readonly shares: MixingShares;
  /** 0 to 1: of the difference that restoring makes, whether it takes the place of what came or is laid over it. */
  readonly replaced: number;
  /** 0 to 1: how much earlier frames count where the face is still. */
  readonly steadied: number;
}

/** From this strength on older frames count, and what came may be replaced; below it less, so that 0 leaves the frame as it is. */
const FULL_STRENGTH = 0.25;
/**
 * Of earlier frames, what counts in a clip that lost little: they cost detail that lies between two pixels, so that the whole of them
 * pays only where there is more damage.
 */
const STEADY_AT_LEAST = 0.45;
const SOME_DAMAGE = 0.14;
const MUCH_DAMAGE = 0.45;
/** Noise from which nothing of what came is kept beneath: a difference leaves its finest part. */
const REPLACE_FROM = 0.3;
/** Shares that nobody sees. */
const NOTHING = 0.03;
/** Softness of what is made twice as large. */
const ENLARGED = 0.75;

/** By the strength that was asked for, and by no more than what happened to the face calls for; null where that is nothing. */
export function treatFace(
  strength: number,
  kind: CropKind,
  came: FaceDamage,
  { shrink, upscale }: { readonly shrink: number; readonly upscale: number },
): FaceTreatment | null {
  const damage = upscale > 1 ? { ...came, softness: Math.max(ENLARGED, came.softness) } : came;
  const shares = mixingShares(strength, kind, damage, shrink);
  if (Object.values(shares).every((share) => share < NOTHING)) return null;
  const full = Math.min(1, strength / FULL_STRENGTH);
  if (kind === 'ffhq') return { shares, replaced: full, steadied: full };
  const worst = Math.max(damage.softness, damage.blocks, damage.noise);
  const counts =
    STEADY_AT_LEAST + ((1 - STEADY_AT_LEAST) * (worst - SOME_DAMAGE)) / (MUCH_DAMAGE - SOME_DAMAGE);
  return {
    shares,
    replaced: full * Math.min(1, damage.noise / REPLACE_FROM),
    steadied: full * Math.max(STEADY_AT_LEAST, Math.min(1, counts)),
  };
}
