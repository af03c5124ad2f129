import { AppError } from '@anima/service/errors';
import type { ClipRenderer, RenderOrder } from '../../ports/clip-renderer.js';
import type { FaceEngine } from '../../ports/face-engine.js';
import type { HeldFiles } from '../files/held-files.js';
import type { Networks } from './networks.js';
import type { RenderPool } from './render-pool.js';

export interface ClipRendererParts {
  engines: readonly FaceEngine[];
  pool: RenderPool;
  files: HeldFiles;
  networks: Networks;
}

const UNTOLD = { signal: new AbortController().signal, progress: () => {} };

export function createClipRenderer({ engines, pool, files, networks }: ClipRendererParts): ClipRenderer {
  function engineOf(name: string): FaceEngine {
    const engine = engines.find((each) => each.name === name);
    if (engine !== undefined) return engine;
    throw new AppError('model_not_found', `The engine ${name} is no longer here`);
  }

  /** Draws with the files that are there now, wherever their names lead meanwhile. */
  function holdMedia<T>(order: RenderOrder, draw: (held: RenderOrder) => Promise<T>): Promise<T> {
    const { subject, soundPath, options } = order;
    const behind = options.background.kind === 'picture' ? [options.background.path] : [];
    return files.hold([subject.path, soundPath, ...behind], ([face, sound, picture]) =>
      draw({
        ...order,
        subject: { ...subject, path: face.path },
        soundPath: sound.path,
        options:
          picture === undefined
            ? options
            : { ...options, background: { kind: 'picture', path: picture.path } },
      }),
    );
  }

  return {
    engines,

    async usable() {
      const installed = await networks.installed();
      return engines.filter(({ needs }) => needs.every((network) => installed.has(network)));
    },

    async load(engine, face) {
      const loads = [engine, face?.path ?? engine];
      if (face === null) await pool.call('load', { engine, face }, UNTOLD, loads);
      else
        await files.hold([face.path], ([{ path }]) =>
          pool.call('load', { engine, face: { ...face, path } }, UNTOLD, loads),
        );
    },

    isLoaded: (engine, face) => pool.holds(face?.path ?? engine),

    async render(order, context) {
      const { engine, subject } = order;
      const paths = await networks.require(engineOf(engine).needs);
      return holdMedia(order, (held) =>
        pool.call('render', { ...held, networks: paths }, context, [engine, subject.path]),
      );
    },
  };
}
