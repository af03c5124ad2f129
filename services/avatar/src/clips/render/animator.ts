import { readFile, writeFile } from 'node:fs/promises';
import {
  ARKIT_SHAPES,
  createFrame,
  createHeadRenderer,
  type FacePose,
  type Head,
  measurePicture,
  plainGlb,
  writeJpeg,
  writeThumbnail,
} from '@anima/face';
import { openRestorer } from '../../enhance/open-restorer.js';
import { restoreClipFile, restorePictureFile } from '../../enhance/restore-media.js';
import { joinClips } from '../../media/ffmpeg/join-clips.js';
import { writeAtomically } from '../../storage/replace-file.js';
import type { RenderContext } from '../clip-renderer.js';
import { openMotion } from './audio-motion.js';
import { clipFps } from './clip-size.js';
import { drawClip, TRACK_SHARE } from './draw-clip.js';
import { assertDrawable } from './drawable.js';
import type { DrawingEngine, OpenEngine } from './drawing-engine.js';
import type { CallName, Calls, RenderSettings } from './protocol.js';
import { createStudio } from './render-resources.js';

/** Handlers of the calls of a render worker. */
export type RenderHandlers = {
  [Name in CallName]: (order: Calls[Name]['ask'], context: RenderContext) => Promise<Calls[Name]['answer']>;
};

/** Opens engines, models and heads when they are first needed and keeps them; draws one clip at a time. */
export function createAnimator({ engines: modules, ...settings }: RenderSettings): RenderHandlers {
  const studio = createStudio(settings);
  const engines = new Map<string, Promise<OpenEngine>>();

  function engineNamed(name: string): Promise<OpenEngine> {
    const engine = engines.get(name) ?? openEngine(name);
    engines.set(name, engine);
    return engine;
  }

  async function openEngine(name: string): Promise<OpenEngine> {
    const { engine } = (await import(modules[name]!)) as { engine: DrawingEngine };
    return engine.open(studio);
  }

  return {
    async load({ engine, face }, { signal }) {
      const opened = await engineNamed(engine);
      await opened.load(null);
      if (face === null) return null;
      await assertDrawable(studio, face, { faceAt: null, signal });
      await opened.load(face);
      return null;
    },

    async check({ subject, faceAt }, { signal }) {
      await assertDrawable(studio, subject, { faceAt, signal });
      return null;
    },

    measure: ({ path }) => measurePicture(path),

    async thumbnail({ face, path, outputPath }) {
      if (face === 'picture') await writeThumbnail(path, outputPath, THUMBNAIL_SIDE);
      else await drawPortrait(await (await studio.headAt(path)).whole(), outputPath, THUMBNAIL_SIDE);
      return null;
    },

    async unpack({ path, outputPath }) {
      const plain = await plainGlb(await readFile(path));
      await writeAtomically(outputPath, (draft) => writeFile(draft, plain));
      return null;
    },

    async render(asked, context) {
      const ffmpeg = studio.ffmpeg();
      const fps = clipFps(asked.subject, asked.options.fps);
      const { motion, fill } = await openMotion(ffmpeg, asked, fps, context.signal);
      const order = { ...asked, motion };
      const engine = await engineNamed(asked.engine);
      const drawing = await engine.begin(order, withShare(context, TRACK_SHARE));
      try {
        return await drawClip(ffmpeg, order, { drawing, move: fill }, context);
      } finally {
        await drawing.close();
      }
    },

    async restore(order, context) {
      const { subject } = order;
      context.progress(0, 'loading the model');
      const restorer = await openRestorer(order.options, order.networks);
      try {
        if (subject.kind === 'picture') return await restorePictureFile(restorer, order, context);
        return await restoreClipFile({ ffmpeg: studio.ffmpeg(), restorer }, { ...order, subject }, context);
      } finally {
        await restorer.close();
      }
    },

    async join({ clips, outputPath }, { signal }) {
      const { duration } = await joinClips(studio.ffmpeg(), clips, { path: outputPath, signal });
      return { duration };
    },
  };
}

/** Pixels of the longest side. */
const THUMBNAIL_SIDE = 480;

function withShare({ signal, progress }: RenderContext, share: number): RenderContext {
  return { signal, progress: (fraction, stage) => progress(fraction * share, stage) };
}

const AT_REST: FacePose = {
  weights: new Float32Array(ARKIT_SHAPES.length),
  yaw: 0,
  pitch: 0,
  roll: 0,
  breath: 0,
};

/** Writes a head as it looks when it does nothing, `side` pixels wide and high: complete, or not at all. */
export async function drawPortrait(head: Head, outputPath: string, side: number): Promise<void> {
  const frame = createFrame(side, side);
  createHeadRenderer(head, { width: side, height: side, background: { kind: 'default' } }).render(
    AT_REST,
    frame,
  );
  await writeAtomically(outputPath, (draft) => writeJpeg(frame, draft));
}
