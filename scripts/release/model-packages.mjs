// A package for each model in models/ that is not a default, so that only users of the model download it.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, repository, writeManifest } from './manifest.mjs';

const { models } = readJson(join(repository, 'models', 'registry.json'));

/** Names of the models that have their own package: the registry marks them. */
export const optionalModels = () => models.filter(({ package: own }) => own).map(({ name }) => name);

/** Fills the folder of the package of a model. */
export function stageModel(name, folder) {
  const { purpose, licence, package: own } = models.find((model) => model.name === name);
  cpSync(join(repository, 'models', name), folder, { recursive: true });
  writeManifest(folder, {
    name: own,
    description: `${purpose}. A model of Anima.`,
    license: licence,
    exports: { './package.json': './package.json' },
  });
}
