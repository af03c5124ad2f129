import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { measurePicture, openWav2Lip, type PreparedMesh, type Wav2Lip, writeThumbnail } from '@anima/face';
import { AppError } from '@anima/service/errors';
import { LRUCache } from 'lru-cache';
import type { ByPath } from '../../domain/media-ref.js';
import type { RenderContext, RenderOrder } from '../../ports/clip-renderer.js';
import { joinClips } from '../ffmpeg/join-clips.js';
import { clipFps, clipSize } from './clip-size.js';
import { openClipSubject } from './clip-subject.js';
import { drawClip, TRACK_SHARE } from './draw-clip.js';
import { drawOnce } from './draw-once.js';
import { assertDrawable } from './drawable.js';
import { enhanceClip, enhancePicture } from './enhance-media.js';
import { createFaceFinder } from './face-finder.js';
import { createFrameThreads, type FrameThreads } from './frame-threads.js';
import { createHeadShelf, openHeadSubject } from './head-subject.js';
import { openRestorer } from './open-restorer.js';
import type { OpenSubject } from './open-subject.js';
import { openPictureSubject } from './picture-subject.js';
import { drawPortrait } from './portrait.js';
import type { CallName, Calls, RenderSettings } from './protocol.js';
import { moveFace } from './sound-motion.js';

/** What a process that draws can be asked for. */
export type Animator = {
  [Name in CallName]: (order: Calls[Name]['ask'], context: RenderContext) => Promise<Calls[Name]['answer']>;
};

/** Opens models and heads when they are first needed and keeps them; draws one clip at a time. */
export function createAnimator({ ffmpeg: program, tracksDir }: RenderSettings): Animator {
  const finder = createFaceFinder();
  const headAt = createHeadShelf();
  const prepared = new LRUCache<string, PreparedMesh>({ max: PREPARED_CLIPS });
  let threads: FrameThreads | null = null;
  let wav2lip: { path: string; network: Promise<Wav2Lip> } | null = null;

  function wav2lipAt(path: string): Promise<Wav2Lip> {
    if (wav2lip?.path !== path) {
      void wav2lip?.network.then((network) => network.close()).catch(() => {});
      wav2lip = { path, network: openWav2Lip(path, NETWORK_THREADS) };
      wav2lip.network.catch(() => {
        wav2lip = null;
      });
    }
    return wav2lip.network;
  }

  function requireFfmpeg(): string {
    if (program !== null) return program;
    throw new AppError(
      'encoder_missing',
      'Found no ffmpeg: install it or set FFMPEG_PATH; clips cannot be made without',
    );
  }

  async function openSubject(
    order: RenderOrder<ByPath>,
    frames: number,
    context: RenderContext,
  ): Promise<OpenSubject> {
    const { subject, options } = order;
    const size = clipSize(subject, options.width);
    switch (subject.kind) {
      case 'head':
        return openHeadSubject(await headAt(subject.path), size, options.background);
      case 'picture':
        return openPictureSubject(finder, subject, size, options.faceAt, order.engine);
      case 'clip': {
        const fps = clipFps(subject, options.fps);
        const scratch = await mkdtemp(join(dirname(order.outputPath), 'frames-'));
        const parts = { ffmpeg: requireFfmpeg(), tracksDir, finder, prepared };
        const track = { subject, ...size, fps, faceAt: options.faceAt, frames };
        try {
          const opened = await openClipSubject(parts, track, { scratch, engine: order.engine }, context);
          const close = async () => {
            await opened.close();
            await rm(scratch, { recursive: true, force: true });
          };
          return { ...opened, close };
        } catch (error) {
          await rm(scratch, { recursive: true, force: true });
          throw error;
        }
      }
    }
  }

  return {
    async load({ engine, face }, { signal }) {
      threads ??= createFrameThreads();
      if (engine !== 'head') await finder.use(async () => {});
      if (face === null) return null;
      await assertDrawable({ ffmpeg: requireFfmpeg, finder, headAt }, face, { faceAt: null, signal });
      if (face.kind === 'head') await drawOnce(threads, await headAt(face.path));
      return null;
    },

    async check({ subject, faceAt }, { signal }) {
      await assertDrawable({ ffmpeg: requireFfmpeg, finder, headAt }, subject, { faceAt, signal });
      return null;
    },

    measure: ({ path }) => measurePicture(path),

    async thumbnail({ face, path, outputPath }) {
      if (face === 'picture') await writeThumbnail(path, outputPath, THUMBNAIL_SIDE);
      else await drawPortrait((await headAt(path)).head, outputPath, THUMBNAIL_SIDE);
      return null;
    },

    async render(order, context) {
      const ffmpeg = requireFfmpeg();
      const fps = clipFps(order.subject, order.options.fps);
      const motion = await moveFace(ffmpeg, order, fps, context);
      const subject = await openSubject(order, motion.frames, withShare(context, TRACK_SHARE));
      try {
        const wav2lip = order.networkPath === null ? null : await wav2lipAt(order.networkPath);
        threads ??= createFrameThreads();
        return await drawClip({ ffmpeg, order, motion, subject, threads, wav2lip }, context);
      } finally {
        await subject.close();
      }
    },

    async enhance(order, context) {
      const { subject } = order;
      context.progress(0, 'loading the model');
      const restorer = await openRestorer(order.options, order.networkPath);
      try {
        if (subject.kind === 'picture') return await enhancePicture(restorer, order, context);
        return await enhanceClip({ ffmpeg: requireFfmpeg(), restorer }, { ...order, subject }, context);
      } finally {
        await restorer.close();
      }
    },

    async join({ clips, outputPath }, { signal }) {
      const { duration } = await joinClips(requireFfmpeg(), clips, { path: outputPath, signal });
      return { duration };
    },
  };
}

/** Pixels of the longest side. */
const THUMBNAIL_SIDE = 480;
/** Less than a megabyte each. */
const PREPARED_CLIPS = 8;
/** Of one run of a large network. */
const NETWORK_THREADS = Math.min(4, availableParallelism());

function withShare({ signal, progress }: RenderContext, share: number): RenderContext {
  return { signal, progress: (fraction, stage) => progress(fraction * share, stage) };
}
