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
export function createFrameCache(mostBytes: number): FrameCache {
  let cached: { identity: string; shown: ShownFrames } | null = null;
  return {
    take(identity) {
      if (cached?.identity !== identity) return null;
      const { shown } = cached;
      cached = null;
      return shown;
    },

    async put(identity, shown) {
      const { frames } = shown;
      // On Windows an open file cannot be removed, and neither can its folder.
      const fits = frames.fileBytes > 0 && frames.fileBytes <= mostBytes && process.platform !== 'win32';
      const before = fits ? cached?.shown : shown;
      if (fits) cached = { identity, shown };
      await before?.frames.close();
    },
  };
}
