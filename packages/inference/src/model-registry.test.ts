import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BERT_FORMAT } from './embedding-format.js';
import { ModelMissingError } from './errors.js';
import { isModelInstalled, openModel, readRegistry, resolveModelsDir, revisionOf } from './model-registry.js';

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

let modelsDir: string;
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'anima-models-'));
  const files = ['weights', 'words'].map((path) => ({ path, sha256: sha256(path), bytes: path.length }));
  const model = { name: 'tiny', purpose: 'a test', licence: 'CC0-1.0', origin: 'here', files };
  await writeFile(join(modelsDir, 'registry.json'), JSON.stringify({ models: [model] }));
  await mkdir(join(modelsDir, 'tiny'));
  for (const { path } of files) await writeFile(join(modelsDir, 'tiny', path), path);
});
afterEach(() => rm(modelsDir, { recursive: true }));

const failure = async (name = 'tiny'): Promise<string> => {
  const error = await openModel(name, { modelsDir }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ModelMissingError);
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
};

describe('model registry', () => {
  it('opens a model whose files match the registry', async () => {
    const model = await openModel('tiny', { modelsDir });
    expect(model.dir).toBe(join(modelsDir, 'tiny'));
    expect(model.files.get('weights')).toBe(join(modelsDir, 'tiny', 'weights'));
  });

  it('derives the revision from networks and tokeniser, not from the licence', async () => {
    const entry = (name: string, sum: string) => ({ path: name, sha256: sum.repeat(64), bytes: 5 });
    const files = [entry('model.onnx', 'a'), entry('tokenizer.json', 'b'), entry('LICENSE', 'c')];
    expect(revisionOf(files)).toBe(`${'a'.repeat(16)}-${'b'.repeat(16)}`);
  });

  it('returns the format of an embedding model, and rejects an incomplete one', async () => {
    expect((await openModel('tiny', { modelsDir })).embedding).toBeUndefined();
    const registry = JSON.parse(await readFile(join(modelsDir, 'registry.json'), 'utf8'));
    const write = async (embedding: unknown) => {
      registry.models[0].embedding = embedding;
      await writeFile(join(modelsDir, 'registry.json'), JSON.stringify(registry));
    };
    await write(BERT_FORMAT);
    expect((await openModel('tiny', { modelsDir })).embedding).toEqual(BERT_FORMAT);
    await write({ ...BERT_FORMAT, pooling: 'max' });
    expect(await failure()).toContain('expected first or mean for embedding.pooling of model tiny');
    await write({ ...BERT_FORMAT, prefixes: { query: '' } });
    expect(await failure()).toContain('expected a string for embedding.prefixes.passage of model tiny');
  });

  it('returns the comparable revisions', async () => {
    expect((await openModel('tiny', { modelsDir })).comparable).toEqual([]);
    const registry = JSON.parse(await readFile(join(modelsDir, 'registry.json'), 'utf8'));
    registry.models[0].comparable = ['a-b'];
    await writeFile(join(modelsDir, 'registry.json'), JSON.stringify(registry));
    expect((await openModel('tiny', { modelsDir })).comparable).toEqual(['a-b']);
    registry.models[0].comparable = [1];
    await writeFile(join(modelsDir, 'registry.json'), JSON.stringify(registry));
    expect(await failure()).toContain('expected a list of revisions for comparable of model tiny');
  });

  it('names every missing or truncated file, the folder and the remedy in one line', async () => {
    await rm(join(modelsDir, 'tiny', 'weights'));
    await writeFile(join(modelsDir, 'tiny', 'words'), 'wo');
    expect(await failure()).toBe(
      `Model tiny in ${join(modelsDir, 'tiny')} cannot be used: weights is missing; words has 2 bytes instead of 5. ` +
        'Restore it with `git checkout -- models/tiny`, reinstall Anima, or set ANIMA_MODELS_DIR',
    );
  });

  it('opens a model from its npm package, and names the package if it is not installed', async () => {
    const registry = JSON.parse(await readFile(join(modelsDir, 'registry.json'), 'utf8'));
    const [model] = registry.models;
    model.package = '@anima/model-tiny';
    await writeFile(join(modelsDir, 'registry.json'), JSON.stringify(registry));
    await openModel('tiny', { modelsDir });
    const installed = join(modelsDir, 'node_modules', '@anima', 'model-tiny');
    await mkdir(dirname(installed), { recursive: true });
    await rename(join(modelsDir, 'tiny'), installed);
    expect(isModelInstalled(modelsDir, model)).toBe(false);
    expect(await failure()).toMatch(/Install it next to Anima: npm install @anima\/model-tiny$/);
    await writeFile(join(installed, 'package.json'), '{"name": "@anima/model-tiny"}');
    expect(isModelInstalled(modelsDir, model)).toBe(true);
    expect((await openModel('tiny', { modelsDir })).dir).toBe(await realpath(installed));
  });

  it('detects damage that keeps the size, even after a successful check', async () => {
    await openModel('tiny', { modelsDir });
    await writeFile(join(modelsDir, 'tiny', 'words'), 'WORDS');
    expect(await failure()).toContain('words is damaged (wrong sha256)');
  });

  it('names the known models', async () => {
    expect(await failure('huge')).toContain('No model is named huge in');
    expect(await failure('huge')).toContain('Expected one of: tiny');
  });

  it('reports an invalid or missing registry', async () => {
    await writeFile(join(modelsDir, 'registry.json'), '{"models":[{"name":"tiny"}]}');
    expect(await failure()).toContain('expected a string for purpose of model tiny');
    await rm(join(modelsDir, 'registry.json'));
    expect(await failure()).toContain('set ANIMA_MODELS_DIR');
  });

  it('finds the models directory', () => {
    expect(resolveModelsDir({})).toMatch(/models$/);
    expect(resolveModelsDir({ ANIMA_MODELS_DIR: modelsDir })).toBe(modelsDir);
  });

  it('has every shipped file unchanged, and its sha256 in MODEL.md', async () => {
    const shipped = resolveModelsDir({});
    for (const { name, files } of await readRegistry(shipped)) {
      const { dir } = await openModel(name, { modelsDir: shipped });
      const document = await readFile(join(dir, 'MODEL.md'), 'utf8');
      for (const file of files) expect(document).toContain(file.sha256);
    }
  });
});
