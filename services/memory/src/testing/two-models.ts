import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BERT_FORMAT } from '@anima/inference';

export const SHIPPED_MODEL = 'bge-small-en-v1.5-int8';
/** Name of a model with 64 dimensions, see fixtures/tiny-embedder/README.md. */
export const TINY_MODEL = 'tiny-embedder';

const shipped = fileURLToPath(new URL('../../../../models/', import.meta.url));
const network = fileURLToPath(new URL('../../fixtures/tiny-embedder/model.onnx', import.meta.url));

/** Fills a folder for ANIMA_MODELS_DIR with the shipped embedding model and a tiny model. */
export function makeTwoModels(modelsDir: string): void {
  mkdirSync(join(modelsDir, TINY_MODEL), { recursive: true });
  symlinkSync(join(shipped, SHIPPED_MODEL), join(modelsDir, SHIPPED_MODEL));
  const { models } = JSON.parse(readFileSync(join(shipped, 'registry.json'), 'utf8')) as {
    models: { name: string }[];
  };
  const files = {
    'model.onnx': network,
    'tokenizer.json': join(shipped, SHIPPED_MODEL, 'tokenizer.json'),
  };
  const tiny = {
    name: TINY_MODEL,
    purpose: 'Tests',
    licence: 'Apache-2.0',
    origin: 'Own',
    embedding: BERT_FORMAT,
    files: Object.entries(files).map(([path, source]) => {
      symlinkSync(source, join(modelsDir, TINY_MODEL, path));
      const bytes = readFileSync(source);
      return { path, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
    }),
  };
  const registry = { models: [...models.filter(({ name }) => name === SHIPPED_MODEL), tiny] };
  writeFileSync(join(modelsDir, 'registry.json'), JSON.stringify(registry));
}
