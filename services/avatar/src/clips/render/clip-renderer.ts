import { AppError } from '@anima/service/errors';
import type { HeldFiles } from '../../media/held-files.js';
import { type ByPath, mediaKey } from '../../media/media-ref.js';
import type { ClipSubject } from '../clip-payload.js';
import type { ClipRenderer, FaceEngine, RenderOrder } from '../clip-renderer.js';
import type { FilmJoiner } from '../film-joiner.js';
import type { Networks } from './networks.js';
import type { RenderPool } from './render-pool.js';

export interface ClipRendererParts {
  engines: readonly FaceEngine[];
  pool: RenderPool;
  files: HeldFiles;
  networks: Networks;
}

const NO_PROGRESS = { signal: new AbortController().signal, progress: () => {} };

export function createClipRenderer({ engines, pool, files, networks }: ClipRendererParts): ClipRenderer {
  function engineOf(name: string): FaceEngine {
    const engine = engines.find((each) => each.name === name);
    if (engine !== undefined) return engine;
    throw new AppError('model_not_found', `The engine ${name} is no longer here`);
  }

  /** Draws with the files that are there now, wherever their names lead meanwhile. */
  function holdMedia<T>(
    { subject, sound, options, ...order }: RenderOrder,
    draw: (held: RenderOrder<ByPath>) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { background } = options;
    const backgroundFiles = background.kind === 'picture' ? [background.file] : [];
    return files.hold(
      [subject.file, sound.file, ...backgroundFiles],
      ([{ path }, soundFile, picture]) =>
        draw({
          ...order,
          subject: { ...subject, path },
          sound: { path: soundFile.path },
          options: {
            ...options,
            background: background.kind === 'picture' ? { kind: 'picture', path: picture!.path } : background,
          },
        }),
      signal,
    );
  }

  /** Loads in progress: further callers wait for them instead of another process. */
  const loading = new Map<string, Promise<void>>();

  async function startLoading(engine: string, face: ClipSubject | null): Promise<void> {
    const loads = [engine, loadedName(engine, face)];
    if (face === null) await pool.call('load', { engine, face }, NO_PROGRESS, loads);
    else
      await files.hold([face.file], ([{ path }]) =>
        pool.call('load', { engine, face: { ...face, path } }, NO_PROGRESS, loads),
      );
  }

  return {
    engines,

    async usable() {
      const installed = await networks.installed();
      return engines.filter(({ needs }) => needs.every((network) => installed.has(network)));
    },

    async load(engine, face) {
      const name = `${engine} ${loadedName(engine, face)}`;
      let opening = loading.get(name);
      if (opening === undefined) {
        opening = startLoading(engine, face).finally(() => loading.delete(name));
        loading.set(name, opening);
      }
      await opening;
    },

    isLoaded: (engine, face) => pool.holds(loadedName(engine, face)),

    async render(order, context) {
      const { engine, subject } = order;
      const paths = await networks.require(engineOf(engine).needs);
      return holdMedia(
        order,
        (held) =>
          pool.call('render', { ...held, networks: paths }, context, [engine, loadedName(engine, subject)]),
        context.signal,
      );
    },
  };
}

/** Name of a loaded face, or of an engine without a face. */
function loadedName(engine: string, face: ClipSubject | null): string {
  return face === null ? engine : mediaKey(face.file);
}

export function createFilmJoiner({ pool, files }: { pool: RenderPool; files: HeldFiles }): FilmJoiner {
  return {
    join: ({ clips, outputPath }, context) =>
      files.hold(
        clips.map(({ file }) => file),
        (held) => {
          const parts = held.map(({ path }, index) => ({ path, title: clips[index]!.title }));
          return pool.call('join', { clips: parts, outputPath }, context);
        },
        context.signal,
      ),
  };
}
