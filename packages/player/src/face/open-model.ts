import { type Head, HeadError, type HeadPictures, readHead } from '@anima/face/head';
import { FaceError, type FaceView, NoWebGLError } from './face-view.js';
import { createHeadView } from './head-view.js';
import { pagePictures } from './page-pictures.js';

/** A GLB with the shapes of ARKit, or a VRM character. Nothing that the file names outside of itself is loaded: it is refused. */
export async function openModel(
  bytes: Uint8Array,
  format: 'glb' | 'vrm',
  canvas: HTMLCanvasElement,
): Promise<FaceView> {
  const view = format === 'vrm' ? await openCharacter(bytes, canvas) : null;
  return view ?? createHeadView(await read(bytes, pagePictures), canvas);
}

/** By three-vrm; null, said on the console, where it cannot read what our reader can, which draws as clips do. */
async function openCharacter(bytes: Uint8Array, canvas: HTMLCanvasElement): Promise<FaceView | null> {
  const head = await read(bytes, noPictures);
  if (head.channels === undefined) return null;
  const { openCharacterView } = await import('./character/character-view.js');
  return openCharacterView(bytes, head, canvas).catch((cause: unknown) => {
    if (cause instanceof NoWebGLError) throw cause;
    console.info(`The character is drawn as in clips, without what swings: ${String(cause)}`);
    return null;
  });
}

async function read(bytes: Uint8Array, pictures: HeadPictures): Promise<Head> {
  return readHead(bytes, pictures).catch((cause: unknown) => {
    throw cause instanceof HeadError ? new FaceError(cause.message, { cause }) : cause;
  });
}

/** For who looks at shapes alone. */
const noPictures: HeadPictures = {
  size: async () => ({ width: 1, height: 1 }),
  decode: async () => new Uint8Array(4),
};
