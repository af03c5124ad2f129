import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmbedder, type TokenEmbedding } from '@anima/inference';
import type { WordVectors } from '@anima/memory/dist/ports/word-embedder.js';

interface Saved {
  readonly dimensions: number;
  readonly tokens: TokenEmbedding['tokens'][];
}

/**
 * Each text with the vectors of its words. The token rows are kept in the folder of temporary files, named by the texts:
 * SICK-dev takes half a minute to embed.
 */
export async function embedWords(texts: readonly string[]): Promise<Map<string, WordVectors>> {
  const unique = [...new Set(texts)];
  const folder = join(tmpdir(), 'anima-bench-judging');
  mkdirSync(folder, { recursive: true });
  const name = join(folder, createHash('sha256').update(JSON.stringify(unique)).digest('hex'));
  if (!existsSync(`${name}.f32`)) await saveTokens(unique, name);
  const { dimensions, tokens } = JSON.parse(readFileSync(`${name}.json`, 'utf8')) as Saved;
  const bytes = readFileSync(`${name}.f32`);
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let at = 0;
  const next = (rows: number): Float32Array => {
    const start = at;
    at += rows * dimensions;
    return all.subarray(start, at);
  };
  return new Map(
    unique.map((text, index) => {
      const own = tokens[index]!;
      return [text, { vector: next(1), tokens: own, rows: next(own.length) }];
    }),
  );
}

async function saveTokens(texts: readonly string[], name: string): Promise<void> {
  const embedder = await createEmbedder({
    modelDir: fileURLToPath(new URL('../../../models/bge-small-en-v1.5-int8', import.meta.url)),
  });
  const parts: Float32Array[] = [];
  const tokens: TokenEmbedding['tokens'][] = [];
  for (const text of texts) {
    const embedding = await embedder.embedTokens(text);
    parts.push(embedding.vector, embedding.rows);
    tokens.push(embedding.tokens);
  }
  await embedder.close();
  const all = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  writeFileSync(`${name}.json`, JSON.stringify({ dimensions: embedder.dimensions, tokens } satisfies Saved));
  writeFileSync(`${name}.f32`, new Uint8Array(all.buffer));
}
