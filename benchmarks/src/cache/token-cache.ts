import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmbedder } from '@anima/inference';
import { bgeSmall } from '@anima/memory/dist/domain/calibration/bge-small-en-v1.5-int8.js';
import { type DescribedText, describeText } from '@anima/memory/dist/domain/meaning/describe-text.js';

interface TextEntry {
  readonly text: string;
  readonly tokens: readonly { readonly id: number; readonly start: number; readonly end: number }[];
}

const DIMENSIONS = 384;

/**
 * Texts described with the model that ships. Token rows are kept in the folder of temporary files, named by the texts,
 * because embedding 16,000 questions takes a minute: 1.5 kB a token.
 */
export async function describeTexts(texts: readonly string[]): Promise<Map<string, DescribedText>> {
  const unique = [...new Set(texts)];
  const folder = join(tmpdir(), 'anima-bench-tokens');
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(JSON.stringify(unique)).digest('hex').slice(0, 32);
  const index = join(folder, `${name}.json`);
  const rows = join(folder, `${name}.f32`);
  if (!existsSync(index)) await embedAll(unique, index, rows);
  const entries = JSON.parse(readFileSync(index, 'utf8')) as TextEntry[];
  const file = openSync(rows, 'r');
  const described = new Map<string, DescribedText>();
  let position = 0;
  for (const { text, tokens } of entries) {
    const values = new Float32Array((tokens.length + 1) * DIMENSIONS);
    readSync(file, new Uint8Array(values.buffer), 0, values.byteLength, position);
    position += values.byteLength;
    const vector = values.subarray(0, DIMENSIONS);
    const vectors = { vector, tokens, rows: values.subarray(DIMENSIONS) };
    described.set(text, describeText(text, vectors, bgeSmall.words.vocabulary));
  }
  const complete = position === fstatSync(file).size;
  closeSync(file);
  if (!complete) throw new Error(`Expected ${rows} to hold ${position} bytes; remove it and run again`);
  return described;
}

async function embedAll(texts: readonly string[], index: string, rows: string): Promise<void> {
  const modelDir = fileURLToPath(new URL('../../../models/bge-small-en-v1.5-int8', import.meta.url));
  const embedder = await createEmbedder({ modelDir });
  const file = openSync(rows, 'w');
  const entries: TextEntry[] = [];
  for (const text of texts) {
    const embedded = await embedder.embedTokens(text);
    entries.push({ text, tokens: embedded.tokens.map(({ id, start, end }) => ({ id, start, end })) });
    for (const part of [embedded.vector, embedded.rows]) {
      writeSync(file, new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    }
  }
  closeSync(file);
  await embedder.close();
  // The index comes last and whole, so that a run that was cut off is not taken for a cache.
  writeFileSync(`${index}.part`, JSON.stringify(entries));
  renameSync(`${index}.part`, index);
}
