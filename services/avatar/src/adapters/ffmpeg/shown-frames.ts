import type { FrameBuffer } from './kept-frames.js';

/** All frames of a clip, and what is wrong with it. */
export interface ShownFrames {
  readonly frames: FrameBuffer;
  readonly note: string | null;
}

/** The frames of the clip that was shown last, for when it is shown again: one that is in use lies with who uses it. */
export interface FrameCache {
  /** `identity`: the same for the same frames. Null where they are not there. */
  take(identity: string): ShownFrames | null;
  /** Puts them in the place of those before, or closes them. */
  put(identity: string, shown: ShownFrames): Promise<void>;
}

/** Frames that lie in a file of at most `mostBytes` are shelved, whether it still has a name or not; those in memory are not. */
export function createShownFramesShelf(mostBytes: number): FrameCache {
  let shelved: { identity: string; shown: ShownFrames } | null = null;
  return {
    take(identity) {
      if (shelved?.identity !== identity) return null;
      const { shown } = shelved;
      shelved = null;
      return shown;
    },

    async put(identity, shown) {
      const { frames } = shown;
      // Where a file that is open cannot be removed its folder could not either.
      const fits = frames.fileBytes > 0 && frames.fileBytes <= mostBytes && process.platform !== 'win32';
      const before = fits ? shelved?.shown : shown;
      if (fits) shelved = { identity, shown };
      await before?.frames.close();
    },
  };
}
