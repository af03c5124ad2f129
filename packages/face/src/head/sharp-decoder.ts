import sharp from 'sharp';
import { LARGEST_PICTURE, type PictureDecoder } from './head-textures.js';

/** Decodes in Node. */
export const sharpDecoder: PictureDecoder = {
  size: async (bytes) => {
    const { width, height } = await sharp(bytes, { limitInputPixels: LARGEST_PICTURE }).metadata();
    return { width, height };
  },
  pixels: (bytes, width, height) =>
    sharp(bytes, { limitInputPixels: LARGEST_PICTURE })
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer(),
};
