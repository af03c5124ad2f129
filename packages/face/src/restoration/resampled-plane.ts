/** Which samples of a line make each sample of another, and with what weights; both [samples x taps]. */
interface LineTaps {
  readonly taps: number;
  readonly from: Int32Array;
  readonly weights: Float32Array;
}

/** Makes planes of one size from planes of another. */
export interface PlaneResampler {
  /** [toHeight x toWidth] from [fromHeight x fromWidth], row-major. Neither is the other. */
  resample(from: Float32Array | Uint8Array, to: Float32Array | Uint8ClampedArray): void;
}

export interface ResampledSizes {
  readonly fromWidth: number;
  readonly fromHeight: number;
  readonly toWidth: number;
  readonly toHeight: number;
  /** Samples of `from` by which everything moves to the right. Default 0: the edges of both planes fall together. */
  readonly shiftX?: number;
}

const LOBES = 3;

/**
 * Lanczos with three lobes (Duchon, "Lanczos filtering in one and two dimensions", 1979), rows, then columns; where it shrinks, the
 * filter widens, so that nothing folds back. Beyond the edge the last samples are repeated.
 */
export function createPlaneResampler(sizes: ResampledSizes): PlaneResampler {
  const { fromWidth, fromHeight, toWidth, toHeight, shiftX = 0 } = sizes;
  const across = lanczosTaps(fromWidth, toWidth, shiftX);
  const down = lanczosTaps(fromHeight, toHeight, 0);
  /** Rows of `from` at the width of `to`, as many as a row of `to` needs and no more. */
  const ring = Array.from({ length: down.taps }, () => new Float32Array(toWidth));
  const held = new Int32Array(down.taps);
  const sum = new Float32Array(toWidth);

  return {
    resample: (from, to) => {
      held.fill(-1);
      for (let row = 0; row < toHeight; row++) {
        sum.fill(0);
        for (let tap = 0; tap < down.taps; tap++) {
          const weight = down.weights[row * down.taps + tap]!;
          if (weight === 0) continue;
          const line = down.from[row * down.taps + tap]!;
          const slot = line % down.taps;
          const values = ring[slot]!;
          if (held[slot] !== line) {
            resampleLine(from, line * fromWidth, across, values);
            held[slot] = line;
          }
          for (let x = 0; x < toWidth; x++) sum[x]! += weight * values[x]!;
        }
        to.set(sum, row * toWidth);
      }
    },
  };
}

function resampleLine(
  from: Float32Array | Uint8Array,
  start: number,
  { taps, from: places, weights }: LineTaps,
  out: Float32Array,
): void {
  for (let x = 0, at = 0; x < out.length; x++) {
    let value = 0;
    for (let tap = 0; tap < taps; tap++, at++) value += weights[at]! * from[start + places[at]!]!;
    out[x] = value;
  }
}

function lanczosTaps(fromLength: number, toLength: number, shift: number): LineTaps {
  const step = fromLength / toLength;
  const width = Math.max(1, step);
  const taps = Math.ceil(2 * LOBES * width) + 1;
  const from = new Int32Array(toLength * taps);
  const weights = new Float32Array(toLength * taps);
  for (let i = 0; i < toLength; i++) {
    const centre = (i + 0.5) * step - 0.5 - shift;
    const first = Math.ceil(centre - LOBES * width);
    let total = 0;
    for (let tap = 0; tap < taps; tap++) total += lanczos((first + tap - centre) / width);
    for (let tap = 0; tap < taps; tap++) {
      from[i * taps + tap] = Math.max(0, Math.min(fromLength - 1, first + tap));
      weights[i * taps + tap] = lanczos((first + tap - centre) / width) / total;
    }
  }
  return { taps, from, weights };
}

function lanczos(x: number): number {
  if (Math.abs(x) < 1e-9) return 1;
  if (Math.abs(x) >= LOBES) return 0;
  const turn = Math.PI * x;
  return (LOBES * Math.sin(turn) * Math.sin(turn / LOBES)) / (turn * turn);
}
