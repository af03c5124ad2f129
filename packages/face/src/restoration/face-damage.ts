import { type Affine, applyAffine, invertAffine } from '../image/affine.js';
import { type Frame, planesOf } from '../image/frame.js';

/** Side of the blocks of JPEG and of video codecs before H.264. */
const BLOCK = 8;
/** Larger jumps are edges of the image content. */
const EDGE = 40;
/** Steps added to the middle, so that very small jumps do not count. */
const NOTHING = 0.05;

/**
 * Expected excess of the highest of eight means by chance, as a logarithm, times the square root of the
 * number of samples.
 */
const CHANCE = 12;

/**
 * Returns how much higher jumps are at every eighth sample, at any offset, than at the others, as a logarithm
 * and minus chance: at most 0 without blocks. Uses the smaller of the horizontal and vertical values, because
 * image content may have stripes of eight, but rarely in both directions. A jump is the difference between
 * two samples after linear continuation from both sides.
 */
export function blockEdges({ width, height, values, inside }: PlaneRegion): number {
  const across = new Float64Array(BLOCK);
  const down = new Float64Array(BLOCK);
  const acrossCount = new Int32Array(BLOCK);
  const downCount = new Int32Array(BLOCK);
  let samples = 0;
  for (let row = 1; row < height - 2; row++)
    for (let column = 1; column < width - 2; column++) {
      const at = row * width + column;
      if (inside[at] === 0) continue;
      samples++;
      const right = Math.abs(3 * (values[at]! - values[at + 1]!) - values[at - 1]! + values[at + 2]!);
      if (right < EDGE) {
        across[column % BLOCK]! += right;
        acrossCount[column % BLOCK]!++;
      }
      const below = Math.abs(
        3 * (values[at]! - values[at + width]!) - values[at - width]! + values[at + 2 * width]!,
      );
      if (below < EDGE) {
        down[row % BLOCK]! += below;
        downCount[row % BLOCK]!++;
      }
    }
  const least = Math.min(highest(across, acrossCount), highest(down, downCount));
  return Math.log(least) - CHANCE / Math.sqrt(samples + 1);
}

function highest(sums: Float64Array, counts: Int32Array): number {
  const means = sums.map((sum, i) => (counts[i] === 0 ? 0 : sum / counts[i]!)).sort();
  const middle = (means[BLOCK / 2 - 1]! + means[BLOCK / 2]!) / 2;
  return Math.max(1, means[BLOCK - 1]! / (middle + NOTHING));
}

/** Immerkaer, "Fast noise variance estimation", 1996: response of the mask to noise of deviation 1. */
const RESPONSE = 6;
/** Responses are counted in bins of 1/16, up to 256. */
const BINS_A_STEP = 16;
const BINS = 256 * BINS_A_STEP;

/**
 * Returns quantiles of the change from sample to sample, in steps of a byte, for the given shares (0 to 1,
 * ascending) of all selected samples. Even edges and slopes do not count: the measure is the second
 * horizontal difference of the second vertical difference. Returns 0 without selected samples.
 */
export function detailLevels(pieces: readonly PlaneRegion[], shares: readonly number[]): number[] {
  const counts = new Int32Array(BINS);
  let total = 0;
  for (const piece of pieces) total += countResponses(piece, counts);
  let seen = 0;
  let bin = 0;
  return shares.map((share) => {
    while (bin < BINS - 1 && seen + counts[bin]! <= share * total) seen += counts[bin++]!;
    return total === 0 ? 0 : bin / BINS_A_STEP / RESPONSE;
  });
}

function countResponses({ width, height, values, inside }: PlaneRegion, counts: Int32Array): number {
  let total = 0;
  for (let row = 1; row < height - 1; row++)
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      if (inside[at] === 0) continue;
      const corners =
        values[at - width - 1]! + values[at - width + 1]! + values[at + width - 1]! + values[at + width + 1]!;
      const edges = values[at - width]! + values[at - 1]! + values[at + 1]! + values[at + width]!;
      const response = Math.abs(corners - 2 * edges + 4 * values[at]!);
      counts[Math.min(BINS - 1, (BINS_A_STEP * response) | 0)]!++;
      total++;
    }
  return total;
}

/** A rectangle of one plane of a frame, with a mask of the selected samples: 1 in `inside`. */
export interface PlaneRegion {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
  readonly inside: Uint8Array;
}

/** Samples of a plane of the frame. */
export interface PlaneSamples {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Cuts the part of a plane for which `shown` [cells x cells] of a crop is above 0.5. `toPlane` transforms a
 * unit square to the plane, whose samples stay unchanged.
 */
export function cutPiece(
  { bytes, width, height }: PlaneSamples,
  toPlane: Affine,
  shown: Float32Array,
): PlaneRegion {
  const cells = Math.sqrt(shown.length);
  const corners = [0, 1].flatMap((x) => [0, 1].map((y) => applyAffine(toPlane, { x, y })));
  const within = (value: number, most: number): number => Math.max(0, Math.min(most, Math.floor(value)));
  const left = within(Math.min(...corners.map(({ x }) => x)), width);
  const top = within(Math.min(...corners.map(({ y }) => y)), height);
  const across = within(Math.max(...corners.map(({ x }) => x)) + 1, width) - left;
  const down = within(Math.max(...corners.map(({ y }) => y)) + 1, height) - top;
  const values = new Float32Array(across * down);
  const inside = new Uint8Array(across * down);
  const { a, b, c, d, e, f } = invertAffine(toPlane);
  for (let row = 0, at = 0; row < down; row++) {
    const from = (top + row) * width + left;
    let x = cells * (a * (left + 0.5) + b * (top + row + 0.5) + c);
    let y = cells * (d * (left + 0.5) + e * (top + row + 0.5) + f);
    for (let column = 0; column < across; column++, at++, x += cells * a, y += cells * d) {
      values[at] = bytes[from + column]!;
      if (x >= 0 && y >= 0 && x < cells && y < cells && shown[(y | 0) * cells + (x | 0)]! > 0.5)
        inside[at] = 1;
    }
  }
  return { width: across, height: down, values, inside };
}

/**
 * Halves width and height by means of four samples. A sample is inside if more than two of its four samples
 * are.
 */
export function halvePiece(piece: PlaneRegion): PlaneRegion {
  const width = piece.width >> 1;
  const height = piece.height >> 1;
  const values = new Float32Array(width * height);
  const inside = new Uint8Array(width * height);
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at++) {
      const upper = 2 * row * piece.width + 2 * column;
      const lower = upper + piece.width;
      values[at] =
        0.25 *
        (piece.values[upper]! + piece.values[upper + 1]! + piece.values[lower]! + piece.values[lower + 1]!);
      const count =
        piece.inside[upper]! + piece.inside[upper + 1]! + piece.inside[lower]! + piece.inside[lower + 1]!;
      inside[at] = count > 2 ? 1 : 0;
    }
  return { width, height, values, inside };
}

/** Damage of a face, each kind from 0 (not visible) to 1. */
export interface FaceDamage {
  /** Loss of the finest detail by enlargement, blur or low bit rates. */
  readonly softness: number;
  /** Visible edges of JPEG blocks. */
  readonly blocks: number;
  readonly noise: number;
  /** Noise of the colours. */
  readonly colourNoise: number;
  /** Loss of colour detail in most places but not in all, as encoders do first. */
  readonly colourLoss: number;
}

/**
 * Ranges of the logarithmic measures from no to full damage, tuned together with `mixingShares` on faces with
 * known damage (benchmarks/src/face/restoration.bench.ts). Undamaged faces in two photographs and six
 * drawings, 40 to 350 pixels wide, are below all ranges.
 */
const SOFT = [0.8, 1.3] as const;
const BLOCKS = [0, 0.9] as const;
const NOISE = [-0.18, 0.62] as const;
const COLOUR_NOISE = [0.06, 0.45] as const;
const COLOUR_LOSS = [2.05, 2.2] as const;
/**
 * Threshold of the finest detail, and the share of the missing detail that is added to the softness. Sharp
 * images always exceed the threshold.
 */
const FINEST = -0.7;
const FINEST_SHARE = 0.5;

/**
 * Measures the damage of the samples of a frame for which `shown` [n x n], the mask of a crop with `toFrame`,
 * is set. The measures compare detail of one size with detail of twice that size, and typical detail with
 * rich detail, which are in proportion in undamaged images.
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

/** Interpolates between two measurements, so that values of successive frames do not flicker. */
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

/** Returns the transform to planes of half the size. */
function halved({ a, b, c, d, e, f }: Affine): Affine {
  return { a: a / 2, b: b / 2, c: c / 2, d: d / 2, e: e / 2, f: f / 2 };
}
