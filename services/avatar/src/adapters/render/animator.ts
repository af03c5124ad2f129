import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFrame, type FaceMotion, readPicture } from '@anima/face';
import { AppError } from '@anima/service';
import type { ClipSubject } from '../../domain/lipsync/clip-payload.js';
import type { RenderContext, RenderedClip, RenderOrder } from '../../ports/clip-renderer.js';
import { openClipReader } from '../ffmpeg/clip-reader.js';
import { openClipWriter } from '../ffmpeg/clip-writer.js';
import { joinClips } from '../ffmpeg/join-clips.js';
import { clipFps, clipSize } from './clip-size.js';
import { openClipSubject } from './clip-subject.js';
import { createFaceFinder } from './face-finder.js';
import { createSlots, runFrameLoop } from './frame-loop.js';
import { createFrameThreads, type FrameThreads } from './frame-threads.js';
import { createHeadShelf, openHeadSubject } from './head-subject.js';
import type { OpenSubject } from './open-subject.js';
import { noFace, openPictureSubject } from './picture-subject.js';
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
  let threads: FrameThreads | null = null;

  function requireFfmpeg(): string {
    if (program !== null) return program;
    throw new AppError('encoder_missing', 'Found no ffmpeg: install it or set FFMPEG_PATH; clips cannot be made without');
  }

  async function openSubject(order: RenderOrder, frames: number, context: RenderContext): Promise<OpenSubject> {
    const { subject, options } = order;
    const size = clipSize(subject, options.width);
    switch (subject.kind) {
      case 'head':
        return openHeadSubject(await headAt(subject.path), size, options.background);
      case 'picture':
        return openPictureSubject(finder, subject, size, options.faceAt);
      case 'clip': {
        const fps = clipFps(subject, options.fps);
        const scratch = await mkdtemp(join(dirname(order.outputPath), 'frames-'));
        const parts = { ffmpeg: requireFfmpeg(), tracksDir, finder };
        const track = { subject, ...size, fps, faceAt: options.faceAt, frames };
        try {
          const opened = await openClipSubject(parts, track, scratch, context);
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

  /** Whether a face is seen in it, or the head is one: what there is to say against it is thrown. */
  async function assertDrawable(subject: ClipSubject, faceAt: RenderOrder['options']['faceAt']): Promise<void> {
    switch (subject.kind) {
      case 'head':
        await headAt(subject.path);
        return;
      case 'picture': {
        const size = clipSize(subject, null);
        const picture = await readPicture(subject.path, { longestSide: Math.max(size.width, size.height) });
        if ((await finder.find(picture, faceAt)) === null) throw noFace('picture');
        return;
      }
      case 'clip':
        await assertFaceInClip(subject);
    }
  }

  /** Looks at frames spread over the clip: one with a face is enough. */
  async function assertFaceInClip(subject: ClipSubject & { kind: 'clip' }): Promise<void> {
    const { width, height } = clipSize(subject, null);
    const frame = createFrame(width, height);
    const fps = clipFps(subject, null);
    for (let look = 0; look < CLIP_LOOKS; look++) {
      const start = (subject.duration * look) / CLIP_LOOKS;
      const reader = await openClipReader(requireFfmpeg(), subject, { width, height, fps, start, fit: 'cover' });
      try {
        if ((await reader.read(frame.bytes)) && (await finder.find(frame, null)) !== null) return;
      } finally {
        reader.close();
      }
    }
    throw noFace('clip');
  }

  return {
    async load({ engine, face }) {
      threads ??= createFrameThreads();
      if (engine !== 'head') await finder.use(async () => {});
      if (face !== null) await assertDrawable(face, null);
      return null;
    },

    async check({ subject, faceAt }) {
      requireFfmpeg();
      await assertDrawable(subject, faceAt);
      return null;
    },

    async render(order, context) {
      const ffmpeg = requireFfmpeg();
      const fps = clipFps(order.subject, order.options.fps);
      const motion = await moveFace(ffmpeg, order, fps, context);
      const subject = await openSubject(order, motion.frames, withShare(context, TRACK_SHARE));
      try {
        threads ??= createFrameThreads();
        return await drawClip({ ffmpeg, order, motion, subject, threads }, context);
      } finally {
        await subject.close();
      }
    },

    async join({ clips, outputPath }, { signal }) {
      const { duration } = await joinClips(requireFfmpeg(), clips, { path: outputPath, signal });
      return { duration };
    },

    async portrait({ headPath, outputPath }) {
      await drawPortrait(await headAt(headPath), outputPath);
      return null;
    },
  };
}

const CLIP_LOOKS = 8;
/** Of the time of a clip whose face is not yet known. */
const TRACK_SHARE = 0.4;

function withShare({ signal, progress }: RenderContext, share: number): RenderContext {
  return { signal, progress: (fraction, stage) => progress(fraction * share, stage) };
}

interface DrawOrder {
  ffmpeg: string;
  order: RenderOrder;
  motion: FaceMotion;
  subject: OpenSubject;
  threads: FrameThreads;
}

/** Draws all frames and puts them under their sound. */
async function drawClip(
  { ffmpeg, order, motion, subject, threads }: DrawOrder,
  { signal, progress }: RenderContext,
): Promise<RenderedClip> {
  const { width, height } = subject;
  const { fps, frames } = motion;
  const { soundPath, captions, options, outputPath } = order;
  const slots = createSlots(width, height);
  await threads.open({ face: subject.face, width, height, motion, slots });
  const writer = openClipWriter(ffmpeg, {
    path: outputPath,
    width,
    height,
    fps,
    audio: { path: soundPath },
    captions,
    ...(options.fade > 0 ? { fade: { seconds: options.fade, frames } } : {}),
    signal,
  });
  const begun = subject.track?.cached === false ? TRACK_SHARE : 0;
  try {
    await runFrameLoop({
      frames,
      width,
      height,
      slots,
      threads,
      source: (frame, into) => subject.source(frame, into),
      write: ({ bytes }) => writer.write(bytes),
      signal,
      onFrame: (frame) => progress(begun + ((1 - begun) * (frame + 1)) / frames, 'drawing'),
    });
    const { duration } = await writer.finish();
    return { duration, fps, frames, width, height, faceTrack: subject.track, notes: subject.notes() };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}
