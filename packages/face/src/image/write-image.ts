import type { Frame } from './frame.js';
import { loadSharp, type RgbPicture } from './read-image.js';
import { frameRegionToRgb } from './rgb-frame.js';

const JPEG_QUALITY = 88;

/** Writes a frame as a JPEG file. */
export async function writeJpeg(frame: Frame, path: string): Promise<void> {
  const { width, height } = frame;
  const sharp = await loadSharp();
  await sharp(frameRegionToRgb(frame), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: JPEG_QUALITY })
    .toFile(path);
}

/** Writes an image as a PNG file, with optional `alpha`, [height x width]. */
export async function writePng(
  { rgb, width, height }: RgbPicture,
  path: string,
  alpha?: Uint8Array,
): Promise<void> {
  const sharp = await loadSharp();
  const opaque = sharp(rgb, { raw: { width, height, channels: 3 } });
  const image = alpha
    ? opaque.joinChannel(Buffer.from(alpha), { raw: { width, height, channels: 1 } })
    : opaque;
  await image.png().toFile(path);
}

/** Doubles width and height of a plane with one byte for each pixel. */
export async function doubledAlpha(alpha: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return sharp(alpha, { raw: { width, height, channels: 1 } })
    .resize(2 * width, 2 * height, { kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}
