import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { createOnnxEmbedder, type OnnxEmbedder } from '@anima/memory/dist/embedding/onnx/onnx-embedder.js';
import type { EmbedOptions } from '@anima/memory/dist/embedding/text-embedder.js';

/**
 * Opens a shipped model (ANIMA_BENCH_MODEL, default bge-small-en-v1.5-int8) with a disk cache, so that each text is embedded once per machine. The cache has
 * one file per text in the folder for temporary files, so several processes that tune on the same texts share
 * it. Embedding times are not meaningful.
 */
export async function openCachedEmbeddings(): Promise<OnnxEmbedder> {
  const embedder = await createOnnxEmbedder({
    model: process.env.ANIMA_BENCH_MODEL || 'bge-small-en-v1.5-int8',
    workers: 1,
    maxWaiting: 100_000,
  });
  const folder = join(tmpdir(), 'anima-bench-embeddings', embedder.model.revision);
  mkdirSync(folder, { recursive: true });

  async function keep<Value>(kind: string, text: string, compute: () => Promise<Value>): Promise<Value> {
    const file = join(folder, `${kind}-${createHash('sha256').update(text).digest('hex')}`);
    if (existsSync(file)) return deserialize(readFileSync(file)) as Value;
    const value = await compute();
    // Writes the file atomically: another process can read it at the same time.
    writeFileSync(`${file}.${process.pid}`, serialize(value));
    renameSync(`${file}.${process.pid}`, file);
    return value;
  }

  const kindOf = (options?: EmbedOptions) => (options?.inputType === 'query' ? 'query' : 'text');
  return {
    ...embedder,
    embed: (texts, options) =>
      Promise.all(
        texts.map((text) =>
          keep(kindOf(options), text, async () => (await embedder.embed([text], options))[0]!),
        ),
      ),
  };
}
