import sharp from 'sharp';
import { PictureError } from './read-picture.js';

/** A picture file as RGB bytes [height x width x 3], upright, cut so that it covers the whole of it. Rejects with a PictureError. */
export async function readCoverPicture(path: string, width: number, height: number): Promise<Uint8Array> {
  try {
    const picture = sharp(path, { failOn: 'error' }).autoOrient().flatten({ background: '#ffffff' });
    return await picture.resize(width, height, { fit: 'cover' }).toColourspace('srgb').raw().toBuffer();
  } catch (cause) {
    const reason = (cause as Error).message.split('\n', 1)[0];
    throw new PictureError('picture_unreadable', `Expected a picture that can be decoded: ${reason}`, {
      cause,
    });
  }
}
