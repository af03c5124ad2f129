import { readFileSync, writeFileSync } from 'node:fs';
import { AppError } from '@anima/service/errors';
import type { ClipRenderer, FaceEngine } from '../clips/clip-renderer.js';
import type { FilmJoiner } from '../clips/film-joiner.js';
import type { Portraits } from '../clips/portraits.js';
import type { Restorer } from '../enhance/restorer.js';
import type { HeldFiles } from '../media/held-files.js';
import { type MediaRef, mediaKey } from '../media/media-ref.js';
import { localFiles } from './local-files.js';

/** Metadata of a file, stored in it as JSON. These ports read and write nothing else. */
export interface Sketch {
  /** Seconds of clips and audio. */
  seconds?: number;
  width?: number;
  height?: number;
  hasFace?: boolean;
}

const anyFace: FaceEngine = { name: 'sketch', fits: () => true, needs: [], drawsBackground: true };

/** The ports of rendering without a process and a pixel: sketches in, sketches out. */
export function createMemoryRender({
  engines = [anyFace],
  files = localFiles(),
}: {
  engines?: readonly FaceEngine[];
  files?: HeldFiles;
} = {}): { renderer: ClipRenderer; restorer: Restorer; joiner: FilmJoiner; portraits: Portraits } {
  const loaded = new Set<string>();

  async function read(file: MediaRef, signal: AbortSignal): Promise<Sketch> {
    signal.throwIfAborted();
    const text = await files.hold([file], async ([{ path }]) => readFileSync(path, 'utf8'), signal);
    signal.throwIfAborted();
    try {
      return JSON.parse(text) as Sketch;
    } catch (cause) {
      throw new AppError('media_unreadable', 'Expected a sketch, received something else', { cause });
    }
  }
  const write = (path: string, sketch: Sketch) => writeFileSync(path, JSON.stringify(sketch));

  return {
    renderer: {
      engines,
      usable: async () => engines.filter(({ needs }) => needs.length === 0),
      load: async (engine, face) => void loaded.add(engine).add(face === null ? engine : mediaKey(face.file)),
      isLoaded: (engine, face) => loaded.has(face === null ? engine : mediaKey(face.file)),

      async render({ engine, sound, timeline, options, outputPath }, { signal, progress }) {
        if (engines.every(({ name }) => name !== engine))
          throw new AppError('model_not_found', `The engine ${engine} is no longer here`);
        const { seconds = 1 } =
          timeline === null ? await read(sound.file, signal) : { seconds: timeline.duration };
        const { fps, width } = { fps: options.fps ?? 25, width: options.width ?? 64 };
        const frames = Math.ceil(seconds * fps - 1e-6);
        progress(0.5, 'drawing');
        signal.throwIfAborted();
        write(outputPath, { seconds: frames / fps, width, height: width });
        progress(1, 'drawing');
        return { duration: frames / fps, fps, frames, width, height: width, faceTrack: null, notes: [] };
      },
    },

    restorer: {
      models: async () => ['general'],
      async restore({ subject, options: { model, upscale }, outputPath }, { signal }) {
        if (model !== 'general')
          throw new AppError('model_not_found', `The model ${model} is no longer here`);
        const { hasFace = false } = await read(subject.file, signal);
        const size = { width: subject.width * upscale, height: subject.height * upscale };
        const { duration, fps } = subject.kind === 'clip' ? subject : { duration: null, fps: null };
        const frames = duration === null ? 1 : Math.round(duration * fps);
        write(outputPath, { ...size, hasFace, ...(duration === null ? {} : { seconds: duration }) });
        const notes = hasFace ? [] : ['No face was seen'];
        return { ...size, duration, fps, frames, framesWithFace: hasFace ? frames : 0, notes };
      },
    },

    joiner: {
      async join({ clips, outputPath }, { signal }) {
        let duration = 0;
        for (const { file } of clips) duration += (await read(file, signal)).seconds ?? 0;
        write(outputPath, { seconds: duration });
        return { duration };
      },
    },

    portraits: {
      async check({ file }, _faceAt, signal) {
        if ((await read(file, signal)).hasFace === true) return;
        throw new AppError('face_missing', 'Expected a sketch with a face, received none');
      },
      async measure(file, signal) {
        const { width = 64, height = 64 } = await read(file, signal);
        return { width, height };
      },
      thumbnail: async (_face, file, outputPath, signal) => write(outputPath, await read(file, signal)),
      unpack: async (head, outputPath, signal) => write(outputPath, await read(head, signal)),
    },
  };
}
