import { HeadError, readHead } from '@anima/face/head';
import { FaceError, type FaceView } from './face-view.js';
import { createHeadView } from './head-view.js';
import { pagePictures } from './page-pictures.js';

/** A GLB with the shapes of ARKit, or a VRM character. Nothing that the file names outside of itself is loaded: it is refused. */
export async function openModel(bytes: Uint8Array, canvas: HTMLCanvasElement): Promise<FaceView> {
  const head = await readHead(bytes, pagePictures).catch((cause: unknown) => {
    throw cause instanceof HeadError ? new FaceError(cause.message, { cause }) : cause;
  });
  return createHeadView(head, canvas);
}
