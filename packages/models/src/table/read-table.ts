import { assertFetchable } from '../download/source-url.js';
import { ModelsError } from '../errors.js';
import type { KnownModel } from '../model.js';
import known from './known-models.json' with { type: 'json' };
import { OWN_TABLE, readOwnModels } from './own-models.js';

/** Models that can be downloaded by their name alone. Sources of sizes and checksums: docs/models.md. */
export const knownModels = known as readonly KnownModel[];

/**
 * Returns the known models and those of models.json, which take precedence. With a mirror, every file comes from there,
 * under its path in the data directory; sizes and checksums stay. Rejects with a ModelsError `table_invalid`.
 */
export async function readTable(dataDir: string, mirror?: string): Promise<readonly KnownModel[]> {
  const own = await readOwnModels(dataDir, knownModels);
  const table = new Map([...knownModels, ...own].map((model) => [model.name, model]));
  for (const { name, needs } of table.values())
    for (const needed of needs)
      if (!table.has(needed))
        throw new ModelsError(
          'table_invalid',
          `${OWN_TABLE}: expected names of models for needs of ${name}, received ${needed}`,
        );
  const models = [...table.values()];
  return mirror ? models.map((model) => mirrored(model, mirror)) : models;
}

/** Returns the model of a name. Throws a ModelsError `unknown_model`. */
export function modelNamed(table: readonly KnownModel[], name: string): KnownModel {
  const model = table.find((candidate) => candidate.name === name);
  if (model) return model;
  throw new ModelsError(
    'unknown_model',
    `No model is named ${name}. Expected one of: ${table.map((known) => known.name).join(', ')}`,
  );
}

/** Returns the models of some names and the models that they need, each once; a needed model follows the one that needs it. */
export function withNeeds(table: readonly KnownModel[], names: readonly string[]): readonly KnownModel[] {
  const chosen = new Set<KnownModel>();
  const add = (name: string): void => {
    const model = modelNamed(table, name);
    if (chosen.has(model)) return;
    chosen.add(model);
    for (const needed of model.needs) add(needed);
  };
  for (const name of names) add(name);
  return [...chosen];
}

function mirrored(model: KnownModel, mirror: string): KnownModel {
  try {
    assertFetchable(mirror);
  } catch (cause) {
    throw new ModelsError('table_invalid', `ANIMA_MODELS_MIRROR: ${(cause as Error).message}`, { cause });
  }
  const base = mirror.replace(/(?<!\/)\/+$/, '');
  return { ...model, files: model.files.map((file) => ({ ...file, url: `${base}/${file.path}` })) };
}
