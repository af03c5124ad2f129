import type { FrameBuffer } from './frame-buffer.js';

/** All frames of a clip, and its defect. */
export interface ShownFrames {
  readonly frames: FrameBuffer;
  readonly note: string | null;
}

/** Caches the frames of the last clip. A clip that is in use belongs to its user. */
export interface FrameCache {
  /** Returns the frames of `identity`, or null. */
  take(identity: string): ShownFrames | null;
  /** Replaces the cached frames, or closes the given ones. */
  put(identity: string, shown: ShownFrames): Promise<void>;
}

/**
 * Caches frames in a file of at most `mostBytes`, whether or not the file still has a name, and no frames in
 * memory.
 */
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
      // On Windows an open file cannot be removed, and neither can its folder.
      const fits = frames.fileBytes > 0 && frames.fileBytes <= mostBytes && process.platform !== 'win32';
      const before = fits ? shelved?.shown : shown;
      if (fits) shelved = { identity, shown };
      await before?.frames.close();
    },
  };
}
