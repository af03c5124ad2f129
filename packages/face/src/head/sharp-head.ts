import { loadSharp } from '../image/read-image.js';
import type { Head } from './head.js';
import { type HeadPictures, LARGEST_PICTURE } from './head-textures.js';
import { readHead } from './open-head.js';
import { plainGlb } from './unpack/plain-glb.js';

const limits = { limitInputPixels: LARGEST_PICTURE };

const sharpPictures: HeadPictures = {
  size: async (bytes) => {
    const sharp = await loadSharp();
    const { width, height } = await sharp(bytes, limits).metadata();
    return { width, height };
  },
  decode: async (bytes, width, height) => {
    const sharp = await loadSharp();
    return sharp(bytes, limits)
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer();
  },
};

/**
 * Opens a head with `readHead`, which decodes images with sharp. Unpacks compressed meshes and images first.
 */
export async function openHead(glb: Uint8Array): Promise<Head> {
  return readHead(await plainGlb(glb), sharpPictures);
}
