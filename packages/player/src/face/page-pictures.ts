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
    const picture = await open(bytes, {
      ...{ resizeWidth: width, resizeHeight: height, resizeQuality: 'high' },
      premultiplyAlpha: 'none',
    });
    try {
      return straightPixels(picture) ?? canvasPixels(picture);
    } finally {
      picture.close();
    }
  },
};

/** As they are in the file: alpha may say something else than opacity, and colours are needed where it is nought. Null without WebGL. */
function straightPixels(picture: ImageBitmap): Uint8Array | null {
  const { width, height } = picture;
  const context = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (context === null) return null;
  const texture = context.createTexture();
  const target = context.createFramebuffer();
  context.bindTexture(context.TEXTURE_2D, texture);
  context.texImage2D(context.TEXTURE_2D, 0, context.RGBA, context.RGBA, context.UNSIGNED_BYTE, picture);
  context.bindFramebuffer(context.FRAMEBUFFER, target);
  context.framebufferTexture2D(
    context.FRAMEBUFFER,
    context.COLOR_ATTACHMENT0,
    context.TEXTURE_2D,
    texture,
    0,
  );
  const pixels = new Uint8Array(4 * width * height);
  const isRead = context.checkFramebufferStatus(context.FRAMEBUFFER) === context.FRAMEBUFFER_COMPLETE;
  if (isRead) context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, pixels);
  context.deleteFramebuffer(target);
  context.deleteTexture(texture);
  // A browser has few contexts, and frees a forgotten one at an unknown time.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return isRead ? pixels : null;
}

/** The same through a canvas, which multiplies by alpha. */
function canvasPixels(picture: ImageBitmap): Uint8Array {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('Expected a canvas to read a picture with');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height);
  return new Uint8Array(data.buffer);
}

function open(bytes: Uint8Array, options?: ImageBitmapOptions): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([bytes.slice()]), options);
}
