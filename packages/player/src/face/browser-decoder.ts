import type { PictureDecoder } from '@anima/face/head';

/** Decodes pictures of heads by what the browser has for them. */
export const browserDecoder: PictureDecoder = {
  async size(bytes) {
    const bitmap = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>]));
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  },
  async pixels(bytes, width, height) {
    const bitmap = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>]), {
      premultiplyAlpha: 'none',
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    });
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (context === null) throw new Error('Expected a browser that gives the pixels of a picture');
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    const { data } = context.getImageData(0, 0, width, height);
    return new Uint8Array(data.buffer);
  },
};
