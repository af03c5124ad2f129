import type { FaceView } from './face-view.js';

/** A picture covers the canvas, and does not move: live, only heads and characters do. */
export async function openPictureView(file: Blob, canvas: HTMLCanvasElement): Promise<FaceView> {
  const picture = await createImageBitmap(file);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('Expected a browser that draws pictures');
  return {
    show: () => {},
    resize(width, height, pixelRatio) {
      canvas.width = Math.round(width * pixelRatio);
      canvas.height = Math.round(height * pixelRatio);
    },
    draw() {
      const scale = Math.max(canvas.width / picture.width, canvas.height / picture.height);
      const [width, height] = [picture.width * scale, picture.height * scale];
      context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
    },
    dispose: () => picture.close(),
  };
}
