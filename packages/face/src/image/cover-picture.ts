import { assertPhotograph, decode } from './read-picture.js';

/** A picture file as RGB bytes [height x width x 3], upright, cut so that it covers the whole of it. Rejects with a PictureError. */
export async function readCoverPicture(path: string, width: number, height: number): Promise<Uint8Array> {
  await assertPhotograph(path);
  return decode(path, (image) =>
    image
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer(),
  );
}
