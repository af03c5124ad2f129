import sharp from 'sharp';
import { type Frame, planesOf } from '../../image/frame.js';
import { frameRegionToRgb, rgbToFrame } from '../../image/rgb-frame.js';
import { addNoise, seededRandom } from '../../tracking/testing/portraits.js';

/** Ways in which faces in clips and pictures are bad. */
export type Damage = 'half size and JPEG' | 'JPEG' | 'blur and noise';
export const DAMAGES: readonly Damage[] = ['half size and JPEG', 'JPEG', 'blur and noise'];

export async function damaged(frame: Frame, damage: Damage): Promise<Frame> {
  const { width, height } = frame;
  const raw = { width, height, channels: 3 } as const;
  const image = sharp(frameRegionToRgb(frame), { raw });
  if (damage === 'blur and noise') {
    const blurred = await image.blur(1.6).raw().toBuffer();
    return rgbToFrame(addNoise(Uint8Array.from(blurred), 14, seededRandom(3)), width, height);
  }
  if (damage === 'half size and JPEG') image.resize(width / 2, height / 2, { kernel: 'lanczos3' });
  const jpeg = await image.jpeg({ quality: damage === 'JPEG' ? 18 : 30 }).toBuffer();
  const back = await sharp(jpeg).resize(width, height, { kernel: 'cubic' }).raw().toBuffer();
  return rgbToFrame(Uint8Array.from(back), width, height);
}

/** Decibels, of brightness and colour, where the weights [height x width] are over a half. */
export function psnrWithin(one: Frame, other: Frame, weights: Float32Array): number {
  const { width } = one;
  const [a, b] = [planesOf(one), planesOf(other)];
  let sum = 0;
  let count = 0;
  for (const [at, weight] of weights.entries()) {
    if (weight <= 0.5) continue;
    const chroma = (Math.floor(at / width) >> 1) * (width / 2) + ((at % width) >> 1);
    sum +=
      (a.y[at]! - b.y[at]!) ** 2 + (a.u[chroma]! - b.u[chroma]!) ** 2 + (a.v[chroma]! - b.v[chroma]!) ** 2;
    count += 3;
  }
  return 10 * Math.log10((255 * 255 * count) / sum);
}
