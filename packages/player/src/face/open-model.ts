import { type Head, HeadError, type HeadPictures, readGlb, readHead, readVrm } from '@anima/face/head';
import { FaceError, type FaceView, NoWebGLError } from './face-view.js';
import { createHeadView } from './head-view.js';
import { pagePictures } from './page-pictures.js';

/** A GLB with the shapes of ARKit, or a VRM character. Nothing that the file names outside of itself is loaded: it is refused. */
export async function openModel(bytes: Uint8Array, canvas: HTMLCanvasElement): Promise<FaceView> {
  try {
    const isCharacter = readVrm(readGlb(bytes).json) !== undefined;
    const view = isCharacter ? await openCharacter(bytes, canvas) : null;
    return view ?? createHeadView(await readHead(bytes, pagePictures), canvas);
  } catch (cause) {
    throw cause instanceof HeadError ? new FaceError(cause.message, { cause }) : cause;
  }
}

/**
 * Opens a character with three-vrm. Returns null if only our own reader can read it: then it is drawn as in
 * clips, and the console has a note.
 */
async function openCharacter(bytes: Uint8Array, canvas: HTMLCanvasElement): Promise<FaceView | null> {
  const head: Head = await readHead(bytes, noPictures);
  const { openCharacterView } = await import('./character/character-view.js');
  return openCharacterView(bytes, head, canvas).catch((cause: unknown) => {
    if (cause instanceof NoWebGLError) throw cause;
    console.info(`The character is drawn as in clips, without moving hair or clothes: ${String(cause)}`);
    return null;
  });
}

/** Skips the images, for callers that read only morph targets. */
const noPictures: HeadPictures = {
  size: async () => ({ width: 1, height: 1 }),
  decode: async () => new Uint8Array(4),
};
