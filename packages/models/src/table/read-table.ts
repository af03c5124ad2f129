import { assertFetchable } from '../download/home-url.js';
import { ModelsError } from '../errors.js';
import type { KnownModel } from '../model.js';
import { knownModels } from './known-models.js';
import { OWN_TABLE, readOwnModels } from './own-models.js';

/**
 * The known models and those of models.json, which win. With a mirror, every file comes from there, under its path in the
 * data directory; sizes and checksums stay. Rejects with `table_invalid`.
 */
export async function readTable(
  dataDir: string,
  mirror?: string | undefined,
): Promise<readonly KnownModel[]> {
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

/** The model of that name. Throws `unknown_model`. */
export function modelNamed(table: readonly KnownModel[], name: string): KnownModel {
  const model = table.find((candidate) => candidate.name === name);
  if (model) return model;
  throw new ModelsError(
    'unknown_model',
    `No model ${name}. There are: ${table.map((known) => known.name).join(', ')}`,
  );
}

/** The models and what they need, each once, what is needed last. */
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
