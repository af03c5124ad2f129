import type { CropKind } from './face-crop.js';

/** How much of what the network made is taken, 0 to 1, of each part of a face. */
export interface MixingShares {
  /** Brightness: what is finer than the network's pixels, and what is coarser. */
  readonly fine: number;
  readonly coarse: number;
  /** The same of colour. */
  readonly fineColour: number;
  readonly coarseColour: number;
}

/** Steps of luma, see skin-texture.ts: nothing that compression or smoothing left, pores or grain, noise that hides the face. */
const SMOOTH = 0.5;
const TEXTURED = 1.2;
const NOISY = 2.4;
const VERY_NOISY = 3.6;
/** Of the fine share, what is left of it on a face with texture that the network would take away. */
const KEPT_TEXTURE = 0.35;
/** Pixels of the patch for one of the network, up to which it sees enough to be believed in what is fine. */
const SEEN = 2;

/**
 * From the strength that was asked for. What is best for faces damaged in known ways (benchmarks/src/face/restoration.bench.ts) was
 * found part by part, by least squares: a network that cleans is right about colour at nine tenths, about edges at a third to a
 * half, about shading at a quarter, and about noise entirely. All are 0 at 0 and, of a smooth face that the network saw whole, 1 at
 * 1. A network that draws a face anew is taken as it is: half of its shading under all of its edges would be two faces. `texture`
 * is that of the input, `shrink` how many of its pixels became one of the network's.
 */
export function mixingShares(
  strength: number,
  kind: CropKind,
  texture: number,
  shrink: number,
): MixingShares {
  if (kind === 'ffhq')
    return { fine: strength, coarse: strength, fineColour: strength, coarseColour: strength };
  const noise = rise(texture, NOISY, VERY_NOISY);
  const grain = rise(texture, SMOOTH, TEXTURED) * (1 - noise);
  const towardsAll = (share: number): number => 1 - (1 - share) ** (1 + 8 * noise);
  const seen = Math.min(1, SEEN / shrink);
  const fine = strength ** 1.2 * seen * (1 - (1 - KEPT_TEXTURE) * grain);
  return {
    fine: towardsAll(fine),
    coarse: towardsAll(strength ** 2.4 * seen),
    fineColour: towardsAll(strength ** 1.5),
    coarseColour: 1 - (1 - strength) ** 3,
  };
}

function rise(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}
