import type { Frame } from '@anima/face';
import { frameRegionToRgb } from '@anima/face';

/**
 * SSIM parameters of Wang et al., "Image quality assessment", 2004: a Gaussian of 1.5 pixels, 11 wide, and
 * both constants.
 */
const DEVIATION = 1.5;
const REACH = 5;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Returns the PSNR in decibels over R, G and B of the selected pixels. */
export function psnr(one: Frame, other: Frame, counts: Uint8Array): number {
  const [a, b] = [frameRegionToRgb(one), frameRegionToRgb(other)];
  let [sum, pixels] = [0, 0];
  for (const [at, counted] of counts.entries()) {
    if (counted === 0) continue;
    pixels++;
    for (let channel = 0; channel < 3; channel++) sum += (a[3 * at + channel]! - b[3 * at + channel]!) ** 2;
  }
  return 10 * Math.log10((255 * 255 * 3 * pixels) / sum);
}

/** Returns the mean SSIM of brightness over the selected pixels, 0 to 1. */
export function ssim(one: Frame, other: Frame, counts: Uint8Array): number {
  const { width, height } = one;
  const soft = (value: (at: number) => number): Float64Array => soften(value, width, height);
  const luma = (frame: Frame): ((at: number) => number) => {
    const { bytes } = frame;
    return (at) => ((bytes[at]! - 16) * 255) / 219;
  };
  const [a, b] = [luma(one), luma(other)];
  const [meanA, meanB] = [soft(a), soft(b)];
  const [squareA, squareB] = [soft((at) => a(at) ** 2), soft((at) => b(at) ** 2)];
  const product = soft((at) => a(at) * b(at));
  let [sum, pixels] = [0, 0];
  for (const [at, counted] of counts.entries()) {
    if (counted === 0) continue;
    const [ma, mb] = [meanA[at]!, meanB[at]!];
    const both = product[at]! - ma * mb;
    const spread = squareA[at]! - ma * ma + squareB[at]! - mb * mb;
    sum += ((2 * ma * mb + C1) * (2 * both + C2)) / ((ma * ma + mb * mb + C1) * (spread + C2));
    pixels++;
  }
  return sum / pixels;
}

function soften(value: (at: number) => number, width: number, height: number): Float64Array {
  const weights = Array.from({ length: 2 * REACH + 1 }, (_, i) =>
    Math.exp(-((i - REACH) ** 2) / (2 * DEVIATION ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pass = (from: (at: number) => number, step: number, lineOf: (at: number) => number, length: number) =>
    Float64Array.from({ length: width * height }, (_, at) => {
      const place = lineOf(at);
      return weights.reduce((sum, weight, i) => {
        const held = Math.max(0, Math.min(length - 1, place + i - REACH));
        return sum + (weight / total) * from(at + (held - place) * step);
      }, 0);
    });
  const across = pass(value, 1, (at) => at % width, width);
  return pass(
    (at) => across[at]!,
    width,
    (at) => Math.floor(at / width),
    height,
  );
}
