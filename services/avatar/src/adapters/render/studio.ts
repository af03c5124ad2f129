import { AppError } from '@anima/service/errors';
import { createShownFramesShelf, type FrameCache } from '../ffmpeg/shown-frames.js';
import { createFaceFinder, type FaceFinder } from './face-finder.js';
import { createFrameThreads, type FrameThreads } from './frame-threads.js';
import { createHeadShelf, type HeadCache } from './head-shelf.js';
import type { RenderSettings } from './protocol.js';

/** What a process that draws opens when it is first needed, and keeps. */
export interface RenderResources {
  /** The program; refuses with `encoder_missing` where there is none. */
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
  preparedHeadsDir,
}: Pick<RenderSettings, 'ffmpeg' | 'tracksDir' | 'preparedHeadsDir'>): RenderResources {
  let threads: FrameThreads | null = null;
  return {
    ffmpeg() {
      if (ffmpeg !== null) return ffmpeg;
      throw new AppError(
        'encoder_missing',
        'Found no ffmpeg: install it or set FFMPEG_PATH; clips cannot be made without',
      );
    },
    tracksDir,
    finder: createFaceFinder(),
    headAt: createHeadShelf(preparedHeadsDir),
    shownFrames: createShownFramesShelf(SHOWN_BYTES),
    threads() {
      threads ??= createFrameThreads();
      return threads;
    },
  };
}
