import type { CropKind } from './face-crop.js';
import type { FaceDamage } from './face-damage.js';

/** Shares of the result of the network, 0 to 1, for each component of a face. */
export interface MixingShares {
  /** Brightness that is finer and coarser than the pixels of the network. */
  readonly fine: number;
  readonly coarse: number;
  readonly colour: number;
}

/** The strength with the best fidelity to the original. */
const BEST_STRENGTH = 0.55;
/** Minimum share at this strength, so that users can increase the effect on an undamaged face. */
const LEAST = 0.004;
/** Maximum number of pixels of the patch for one network pixel up to which the network has enough detail. */
const SEEN = 3;

/**
 * Computes shares from the requested strength. The best shares for faces with known damage
 * (benchmarks/src/face/restoration.bench.ts) were determined for each component. A cleaning network is right
 * about noise, about 0.4 of the loss by softness, 0.3 of blocks, and about colours after any encoding; for an
 * undamaged face it is not right at all. All shares are 0 at strength 0 and, for a face that the network
 * received at full resolution, 1 at strength 1. The result of a network that redraws a face is used as a
 * whole: half of its shading under all of its edges would look like two faces. `shrink` is the number of
 * input pixels for one network pixel.
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

/** Combines independent shares: each applies to the remainder of the previous ones. */
function anyOf(...shares: readonly number[]): number {
  return 1 - shares.reduce((left, share) => left * (1 - share), 1);
}

/** Treatment of a face. */
export interface FaceTreatment {
  readonly shares: MixingShares;
  /** 0 to 1: share of the restoration that replaces the input instead of being added to it. */
  readonly replaced: number;
  /** 0 to 1: weight of earlier frames if the face does not move. */
  readonly steadied: number;
}

/**
 * Strength from which earlier frames and replacement count fully. Below, they count less, so that 0 leaves
 * the frame unchanged.
 */
const FULL_STRENGTH = 0.25;
/**
 * Weight of earlier frames in a clip with little damage. They cost detail between two pixels, so their full
 * weight is worthwhile only with more damage.
 */
const STEADY_AT_LEAST = 0.45;
const SOME_DAMAGE = 0.14;
const MUCH_DAMAGE = 0.45;
/** Noise from which the input is replaced completely: a difference keeps its finest part. */
const REPLACE_FROM = 0.3;
/** Shares below this value are invisible. */
const NOTHING = 0.03;
/** Minimum softness of a face that is enlarged by two. */
const ENLARGED = 0.75;

/**
 * Determines the treatment by the requested strength, limited by the damage of the face. Returns null if no
 * treatment is needed.
 */
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
