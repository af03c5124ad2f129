import type { Frame } from './frame.js';
import { loadSharp } from './load-sharp.js';
import type { RgbPicture } from './read-picture.js';
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

/** Writes a picture as a PNG file. */
export async function writePng({ rgb, width, height }: RgbPicture, path: string): Promise<void> {
  const sharp = await loadSharp();
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
}
