import type { Affine } from '../picture/affine.js';
import { type Frame, planesOf } from '../picture/frame.js';
import { blockEdges } from './block-edges.js';
import { detailLevels } from './detail-levels.js';
import { cutPiece, halvePiece } from './picture-piece.js';

/** What happened to a face on its way, each from 0, nothing to be seen of it, to 1. */
export interface FaceDamage {
  /** Its finest detail is gone: it was enlarged, blurred or coded with few bits. */
  readonly softness: number;
  /** The edges of JPEG's squares. */
  readonly blocks: number;
  readonly noise: number;
  /** Of its colours. */
  readonly colourNoise: number;
  /** Colours lack what they had between pixels: coders leave it out first. */
  readonly colourLoss: number;
}

/**
 * Ranges of logarithms in which each measure tells of more and more damage, tuned with the shares of mixing-shares.ts on faces that were
 * damaged in known ways (benchmarks/src/face/restoration.bench.ts): no clean photograph or drawn face reaches one of them.
 */
const SOFT = [0.665, 1.485] as const;
const BLOCKS = [0.106, 1.605] as const;
const NOISE = [-0.18, 0.62] as const;
const COLOUR_NOISE = [-0.2, 0.26] as const;
const COLOUR_LOSS = [2.13, 2.43] as const;

/**
 * Looks at the samples of a frame where `shown` [n x n], the mask of a crop that `toFrame` lays, says face. Every measure compares detail
 * of one size with detail of twice that size, which go together in what was never damaged, however rich or smooth it is.
 */
export function measureDamage(frame: Frame, toFrame: Affine, shown: Float32Array): FaceDamage {
  const { y, u, v } = planesOf(frame);
  const { width, height } = frame;
  const luma = cutPiece({ bytes: y, width, height }, toFrame, shown);
  const half = halvePiece(luma);
  const [fine = 0] = detailLevels([luma], [0.9]);
  const [middle = 0] = detailLevels([half], [0.9]);
  const [coarse = 0] = detailLevels([halvePiece(half)], [0.9]);

  const toColour = halved(toFrame);
  const colour = [u, v].map((bytes) =>
    cutPiece({ bytes, width: width / 2, height: height / 2 }, toColour, shown),
  );
  const halfColour = colour.map(halvePiece);
  const [fineColour = 0] = detailLevels(colour, [0.9]);
  const [usualColour = 0, middleColour = 0] = detailLevels(halfColour, [0.5, 0.9]);
  const [coarseColour = 0] = detailLevels(halfColour.map(halvePiece), [0.9]);
  return {
    softness: rise(-Math.log((middle + 0.01) / (coarse + 0.1)), SOFT),
    blocks: rise(Math.log(blockEdges(luma)), BLOCKS),
    noise: rise(Math.log((fine + 0.01) / (middle + 0.5)), NOISE) ** 2,
    colourNoise: rise(Math.log((fineColour + 0.02) / (middleColour + 0.3)), COLOUR_NOISE) ** 2,
    colourLoss: rise(-Math.log((usualColour + 0.02) / (coarseColour + 0.05)), COLOUR_LOSS),
  };
}

/** Some of the way from one to another, so that what is measured frame by frame does not flicker. */
export function towards(one: FaceDamage, other: FaceDamage, share: number): FaceDamage {
  const between = (key: keyof FaceDamage): number => one[key] + share * (other[key] - one[key]);
  return {
    softness: between('softness'),
    blocks: between('blocks'),
    noise: between('noise'),
    colourNoise: between('colourNoise'),
    colourLoss: between('colourLoss'),
  };
}

function rise(value: number, [from, to]: readonly [number, number]): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}

/** To planes of half the size. */
function halved({ a, b, c, d, e, f }: Affine): Affine {
  return { a: a / 2, b: b / 2, c: c / 2, d: d / 2, e: e / 2, f: f / 2 };
}
