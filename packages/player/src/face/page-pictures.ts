import { type HeadPictures, LARGEST_PICTURE } from '@anima/face/head';

/** The pictures of a head, read by the browser. */
export const pagePictures: HeadPictures = {
  async size(bytes) {
    const picture = await open(bytes);
    const { width, height } = picture;
    picture.close();
    if (width * height > LARGEST_PICTURE)
      throw new RangeError(
        `Expected a picture of at most ${LARGEST_PICTURE} pixels, received ${width} x ${height}`,
      );
    return { width, height };
  },

  async decode(bytes, width, height) {
    const picture = await open(bytes, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('Expected a canvas to read a picture with');
    context.drawImage(picture, 0, 0);
    picture.close();
    const { data } = context.getImageData(0, 0, width, height);
    return new Uint8Array(data.buffer);
  },
};

function open(bytes: Uint8Array, options?: ImageBitmapOptions): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([bytes.slice()]), options);
}
