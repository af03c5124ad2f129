import sharp from 'sharp';
import type { Frame } from './frame.js';
import { frameRegionToRgb } from './rgb-frame.js';

const QUALITY = 88;

/** Writes a frame as a JPEG file. */
export async function writeJpeg(frame: Frame, path: string): Promise<void> {
  const { width, height } = frame;
  await sharp(frameRegionToRgb(frame), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY })
    .toFile(path);
}
