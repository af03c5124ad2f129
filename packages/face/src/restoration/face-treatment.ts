import type { CropKind } from './face-crop.js';
import type { FaceDamage } from './face-damage.js';
import { type MixingShares, mixingShares } from './mixing-shares.js';

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
