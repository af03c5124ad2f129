import type { Affine } from '../image/affine.js';
import { type Frame, planesOf } from '../image/frame.js';
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
  /** Most of the colours lack what they had between pixels, and some have it: coders leave it out first. */
  readonly colourLoss: number;
}

/**
 * Ranges of logarithms in which each measure tells of more and more damage, tuned with the shares of mixing-shares.ts on faces that were
 * damaged in known ways (benchmarks/src/face/restoration.bench.ts): two photographs and six drawn faces, 40 to 350 pixels wide, reach none
 * of them where they are clean.
 */
const SOFT = [0.8, 1.3] as const;
const BLOCKS = [0, 0.9] as const;
const NOISE = [-0.18, 0.62] as const;
const COLOUR_NOISE = [0.06, 0.45] as const;
const COLOUR_LOSS = [2.05, 2.2] as const;
/** What lacks most of its finest detail, as nothing sharp does, is softer by this much of what is missing to it. */
const FINEST = -0.7;
const FINEST_SHARE = 0.5;

/**
 * Looks at the samples of a frame where `shown` [n x n], the mask of a crop that `toFrame` lays, says face. Measures compare detail of one
 * size with detail of twice that size, and usual detail with what is rich, which go together in what was never damaged.
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
  const [usualColour = 0, fineColour = 0] = detailLevels(colour, [0.5, 0.9]);
  const [middleColour = 0] = detailLevels(colour.map(halvePiece), [0.9]);
  const finest = Math.log((fine + 0.01) / (middle + 0.5));
  const soft = -Math.log((middle + 0.01) / (coarse + 0.1));
  return {
    softness: rise(soft + FINEST_SHARE * Math.max(0, FINEST - finest), SOFT),
    blocks: rise(blockEdges(luma), BLOCKS),
    noise: rise(finest, NOISE) ** 2,
    colourNoise: rise(Math.log((fineColour + 0.02) / (middleColour + 0.3)), COLOUR_NOISE) ** 2,
    colourLoss: rise(Math.log((fineColour + 0.02) / (usualColour + 0.02)), COLOUR_LOSS),
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
