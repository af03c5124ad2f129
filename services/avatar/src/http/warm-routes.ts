import { AppError } from '@anima/service/errors';
import type { ServiceApp } from '@anima/service/http';
import { strictObject } from '@anima/service/schema';
import Type from 'typebox';
import type { Loadable, LoadableKind } from './loadables.js';

const Names = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 64, uniqueItems: true }),
);
const kindOf = { engines: 'engine', voices: 'voice', faces: 'face' } as const satisfies Record<
  string,
  LoadableKind
>;
const fields = Object.keys(kindOf) as (keyof typeof kindOf)[];

export interface WarmRoutesOptions {
  /** Everything that can be loaded now. */
  loadables: () => Promise<readonly Loadable[]>;
  /** The voice of an engine that a preset stands for; any other name stays itself. */
  voiceOf: (name: string) => Promise<string>;
  /** The engines of the default voice and the default face. */
  defaultEngines: () => Promise<readonly string[]>;
}

/** Loads models ahead of the first job that needs them. */
export function warmRoutes(app: ServiceApp, { loadables, voiceOf, defaultEngines }: WarmRoutesOptions): void {
  function find(all: readonly Loadable[], kind: LoadableKind, name: string): Loadable {
    const ofKind = all.filter((model) => model.kind === kind);
    const found = ofKind.find((model) => model.name === name);
    if (found !== undefined) return found;
    const known = ofKind.map((model) => model.name).join(', ');
    const expected = known === '' ? `no ${kind}, as none can be loaded` : `one of ${known} for ${kind}`;
    throw new AppError('model_not_found', `Expected ${expected}, received "${name}"`);
  }

  app.post(
    '/avatars/warm',
    {
      config: {
        bodyOptional: true,
        errors: [
          'model_not_found',
          'head_invalid',
          'face_missing',
          'media_unreadable',
          'too_many_requests',
          'render_crashed',
          'unavailable',
        ],
      },
      schema: {
        operationId: 'warmModels',
        summary:
          'Load models now, so that the first job does not wait for them. Default: the engines of the default voice and face',
        tags: ['engine'],
        body: strictObject({ engines: Names, voices: Names, faces: Names }),
        response: {
          200: Type.Object({
            loaded: Type.Array(Type.Object({ model: Type.String(), load_ms: Type.Number({ minimum: 0 }) })),
            already_loaded: Type.Array(Type.String()),
          }),
        },
      },
    },
    async (request) => {
      const names = request.body;
      const isEmpty = Object.keys(names).length === 0;
      const all = await loadables();
      const engines = isEmpty ? await defaultEngines() : [];
      const models = engines.map((name) => find(all, 'engine', name));
      // All names first: an unknown one loads nothing.
      for (const field of fields) {
        for (const name of names[field] ?? []) {
          const known = field === 'voices' ? await voiceOf(name) : name;
          models.push(find(all, kindOf[field], known));
        }
      }
      const loaded: { model: string; load_ms: number }[] = [];
      const alreadyLoaded: string[] = [];
      for (const model of new Set(models)) {
        if (model.isLoaded) {
          alreadyLoaded.push(model.name);
          continue;
        }
        const start = performance.now();
        await model.load();
        loaded.push({ model: model.name, load_ms: Math.round(performance.now() - start) });
      }
      return { loaded, already_loaded: alreadyLoaded };
    },
  );
}
