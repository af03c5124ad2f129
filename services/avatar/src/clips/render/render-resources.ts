import { AppError } from '@anima/service/errors';
import { createFrameCache, type FrameCache } from '../../media/ffmpeg/frame-cache.js';
import { createFaceFinder, type FaceFinder } from './face-finder.js';
import { createFrameThreads, type FrameThreads } from './frame-threads.js';
import { createHeadCache, type HeadCache } from './head-cache.js';
import type { RenderSettings } from './protocol.js';

/** Lazily opened resources of a render worker. */
export interface RenderResources {
  /** Returns the path of ffmpeg. Rejects with `encoder_missing` without ffmpeg. */
  ffmpeg(): string;
  /** The folder of face tracks; it may be deleted at any time. */
  readonly tracksDir: string;
  readonly finder: FaceFinder;
  readonly headAt: HeadCache;
  readonly shownFrames: FrameCache;
  threads(): FrameThreads;
}

/** Ten seconds of 512 x 512. */
const SHOWN_BYTES = 96 * 1024 ** 2;

export function createStudio({
  ffmpeg,
  tracksDir,
}: Pick<RenderSettings, 'ffmpeg' | 'tracksDir'>): RenderResources {
  let threads: FrameThreads | null = null;
  return {
    ffmpeg() {
      if (ffmpeg !== null) return ffmpeg;
      throw new AppError('encoder_missing', 'ffmpeg is required for clips. Install it or set FFMPEG_PATH.');
    },
    tracksDir,
    finder: createFaceFinder(),
    headAt: createHeadCache(),
    shownFrames: createFrameCache(SHOWN_BYTES),
    threads() {
      threads ??= createFrameThreads();
      return threads;
    },
  };
}
