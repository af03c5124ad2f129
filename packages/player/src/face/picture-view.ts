import type { FaceView } from './face-view.js';
import { FaceError } from './face-view.js';

/** Of high-density screens, as where models are drawn. */
const MAX_RATIO = 2;
const NOTE = 'A picture does not move live: choose a face that is a model (GLB or VRM)';

/** A picture, still: it covers the canvas, its middle in the middle. */
export async function createPictureView(bytes: Uint8Array, canvas: HTMLCanvasElement): Promise<FaceView> {
  const picture = await createImageBitmap(new Blob([bytes.slice()])).catch((cause: unknown) => {
    throw new FaceError('Expected a PNG, JPEG, WebP or AVIF picture of a face', { cause });
  });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) {
    picture.close();
    throw new FaceError('Expected a canvas that was not drawn on with WebGL, to show a picture');
  }
  return {
    note: NOTE,
    show: () => {},
    resize: (width, height, pixelRatio) => {
      const ratio = Math.min(MAX_RATIO, pixelRatio);
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
    },
    draw: () => {
      if (picture.width === 0) return;
      const scale = Math.max(canvas.width / picture.width, canvas.height / picture.height);
      const [width, height] = [picture.width * scale, picture.height * scale];
      context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
    },
    dispose: () => picture.close(),
  };
}
