/**
 * The passes of the transform, one for each prime power: `factor` inputs at distances of `stride * blocks` become
 * `factor` outputs at distances of `stride`, multiplied by the twiddle factors of their block. Formulas: Winograd, "On
 * computing the discrete Fourier transform", Mathematics of Computation 32, 1978 (for 3 and 5); van Loan,
 * "Computational Frameworks for the Fast Fourier Transform", 1992 (for 2 and 4, and the order of reading and writing).
 */
export interface Pass {
  readonly factor: number;
  readonly blocks: number;
  /** Number of neighbours with the same twiddle factors. */
  readonly stride: number;
  /** e^(-2 pi i j p / (factor blocks)) for each block p and 0 < j < factor: cosine and sine in turn. */
  readonly twiddles: Float64Array;
}

/** Reads x, writes y: real and imaginary parts. */
export type RunPass = (
  pass: Pass,
  xr: Float64Array,
  xi: Float64Array,
  yr: Float64Array,
  yi: Float64Array,
) => void;

export const RUN_PASS: Readonly<Record<number, RunPass>> = {
  2: (pass, xr, xi, yr, yi) => {
    const { blocks, stride, twiddles } = pass;
    const step = stride * blocks;
    for (let p = 0; p < blocks; p++) {
      const c1 = twiddles[2 * p]!;
      const s1 = twiddles[2 * p + 1]!;
      const end = stride * (p + 1);
      for (let a = stride * p, to = stride * 2 * p; a < end; a++, to++) {
        const ar = xr[a]!;
        const ai = xi[a]!;
        const br = xr[a + step]!;
        const bi = xi[a + step]!;
        yr[to] = ar + br;
        yi[to] = ai + bi;
        const dr = ar - br;
        const di = ai - bi;
        yr[to + stride] = dr * c1 - di * s1;
        yi[to + stride] = dr * s1 + di * c1;
      }
    }
  },

  3: (pass, xr, xi, yr, yi) => {
    const { blocks, stride, twiddles } = pass;
    const step = stride * blocks;
    for (let p = 0; p < blocks; p++) {
      const c1 = twiddles[4 * p]!;
      const s1 = twiddles[4 * p + 1]!;
      const c2 = twiddles[4 * p + 2]!;
      const s2 = twiddles[4 * p + 3]!;
      const end = stride * (p + 1);
      for (let a = stride * p, to = stride * 3 * p; a < end; a++, to++) {
        const ar = xr[a]!;
        const ai = xi[a]!;
        const br = xr[a + step]!;
        const bi = xi[a + step]!;
        const cr = xr[a + 2 * step]!;
        const ci = xi[a + 2 * step]!;
        const sumR = br + cr;
        const sumI = bi + ci;
        const midR = ar - 0.5 * sumR;
        const midI = ai - 0.5 * sumI;
        const turnR = SIN_3 * (bi - ci);
        const turnI = SIN_3 * (cr - br);
        yr[to] = ar + sumR;
        yi[to] = ai + sumI;
        let r = midR + turnR;
        let i = midI + turnI;
        yr[to + stride] = r * c1 - i * s1;
        yi[to + stride] = r * s1 + i * c1;
        r = midR - turnR;
        i = midI - turnI;
        yr[to + 2 * stride] = r * c2 - i * s2;
        yi[to + 2 * stride] = r * s2 + i * c2;
      }
    }
  },

  4: (pass, xr, xi, yr, yi) => {
    const { blocks, stride, twiddles } = pass;
    const step = stride * blocks;
    for (let p = 0; p < blocks; p++) {
      const c1 = twiddles[6 * p]!;
      const s1 = twiddles[6 * p + 1]!;
      const c2 = twiddles[6 * p + 2]!;
      const s2 = twiddles[6 * p + 3]!;
      const c3 = twiddles[6 * p + 4]!;
      const s3 = twiddles[6 * p + 5]!;
      const end = stride * (p + 1);
      for (let a = stride * p, to = stride * 4 * p; a < end; a++, to++) {
        const ar = xr[a]!;
        const ai = xi[a]!;
        const br = xr[a + step]!;
        const bi = xi[a + step]!;
        const cr = xr[a + 2 * step]!;
        const ci = xi[a + 2 * step]!;
        const dr = xr[a + 3 * step]!;
        const di = xi[a + 3 * step]!;
        const evenR = ar + cr;
        const evenI = ai + ci;
        const oddR = br + dr;
        const oddI = bi + di;
        const leftR = ar - cr;
        const leftI = ai - ci;
        const turnR = bi - di;
        const turnI = dr - br;
        yr[to] = evenR + oddR;
        yi[to] = evenI + oddI;
        let r = leftR + turnR;
        let i = leftI + turnI;
        yr[to + stride] = r * c1 - i * s1;
        yi[to + stride] = r * s1 + i * c1;
        r = evenR - oddR;
        i = evenI - oddI;
        yr[to + 2 * stride] = r * c2 - i * s2;
        yi[to + 2 * stride] = r * s2 + i * c2;
        r = leftR - turnR;
        i = leftI - turnI;
        yr[to + 3 * stride] = r * c3 - i * s3;
        yi[to + 3 * stride] = r * s3 + i * c3;
      }
    }
  },

  5: (pass, xr, xi, yr, yi) => {
    const { blocks, stride, twiddles } = pass;
    const step = stride * blocks;
    for (let p = 0; p < blocks; p++) {
      const c1 = twiddles[8 * p]!;
      const s1 = twiddles[8 * p + 1]!;
      const c2 = twiddles[8 * p + 2]!;
      const s2 = twiddles[8 * p + 3]!;
      const c3 = twiddles[8 * p + 4]!;
      const s3 = twiddles[8 * p + 5]!;
      const c4 = twiddles[8 * p + 6]!;
      const s4 = twiddles[8 * p + 7]!;
      const end = stride * (p + 1);
      for (let a = stride * p, to = stride * 5 * p; a < end; a++, to++) {
        const ar = xr[a]!;
        const ai = xi[a]!;
        const br = xr[a + step]!;
        const bi = xi[a + step]!;
        const cr = xr[a + 2 * step]!;
        const ci = xi[a + 2 * step]!;
        const dr = xr[a + 3 * step]!;
        const di = xi[a + 3 * step]!;
        const er = xr[a + 4 * step]!;
        const ei = xi[a + 4 * step]!;
        const outR = br + er;
        const outI = bi + ei;
        const inR = cr + dr;
        const inI = ci + di;
        const outDiffR = br - er;
        const outDiffI = bi - ei;
        const inDiffR = cr - dr;
        const inDiffI = ci - di;
        yr[to] = ar + outR + inR;
        yi[to] = ai + outI + inI;
        const midR1 = ar + COS_5_1 * outR + COS_5_2 * inR;
        const midI1 = ai + COS_5_1 * outI + COS_5_2 * inI;
        const midR2 = ar + COS_5_2 * outR + COS_5_1 * inR;
        const midI2 = ai + COS_5_2 * outI + COS_5_1 * inI;
        const turnR1 = SIN_5_1 * outDiffI + SIN_5_2 * inDiffI;
        const turnI1 = -SIN_5_1 * outDiffR - SIN_5_2 * inDiffR;
        const turnR2 = SIN_5_2 * outDiffI - SIN_5_1 * inDiffI;
        const turnI2 = SIN_5_1 * inDiffR - SIN_5_2 * outDiffR;
        let r = midR1 + turnR1;
        let i = midI1 + turnI1;
        yr[to + stride] = r * c1 - i * s1;
        yi[to + stride] = r * s1 + i * c1;
        r = midR2 + turnR2;
        i = midI2 + turnI2;
        yr[to + 2 * stride] = r * c2 - i * s2;
        yi[to + 2 * stride] = r * s2 + i * c2;
        r = midR2 - turnR2;
        i = midI2 - turnI2;
        yr[to + 3 * stride] = r * c3 - i * s3;
        yi[to + 3 * stride] = r * s3 + i * c3;
        r = midR1 - turnR1;
        i = midI1 - turnI1;
        yr[to + 4 * stride] = r * c4 - i * s4;
        yi[to + 4 * stride] = r * s4 + i * c4;
      }
    }
  },
};

const SIN_3 = Math.sin((2 * Math.PI) / 3);
const COS_5_1 = Math.cos((2 * Math.PI) / 5);
const COS_5_2 = Math.cos((4 * Math.PI) / 5);
const SIN_5_1 = Math.sin((2 * Math.PI) / 5);
const SIN_5_2 = Math.sin((4 * Math.PI) / 5);
