import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbedder, openModel } from '@anima/inference';

/** Vectors of long texts are measured up to this number of windows. */
const MAX_WINDOWS = 16;

const DEFAULT_MODEL = 'bge-small-en-v1.5-int8';
/** Name of the measured embedding model. */
export const MODEL = process.env.ANIMA_BENCH_MODEL ?? DEFAULT_MODEL;

type InputType = 'query' | 'passage';

/** Returns the unit vector of the first window of each query, or of other texts. */
export async function embedTexts(
  texts: readonly string[],
  inputType: InputType = 'query',
): Promise<Float32Array[]> {
  return (await embedWindows(texts, inputType)).map(([first]) => first!);
}

/**
 * Returns the unit vectors of the windows of each text, embedded as in the service. Caches the vectors in the
 * folder of temporary files by a hash of the texts, because embedding LoCoMo takes a minute.
 */
export async function embedWindows(
  texts: readonly string[],
  inputType: InputType = 'passage',
): Promise<Float32Array[][]> {
  const { dir: modelDir, embedding: format } = await openModel(MODEL);
  const folder = join(tmpdir(), 'anima-bench-vectors');
  mkdirSync(folder, { recursive: true });
  // The default model has no prefixes, so its vectors are independent of the input type.
  const key = MODEL === DEFAULT_MODEL ? texts : [MODEL, inputType, texts];
  const file = join(folder, createHash('sha256').update(JSON.stringify(key)).digest('hex'));
  const dimensions = 384;
  if (!existsSync(`${file}.json`)) {
    const embedder = await createEmbedder({ modelDir, ...(format === undefined ? {} : { format }) });
    const windows: Float32Array[] = [];
    const counts: number[] = [];
    for (const text of texts) {
      const vectors = (await embedder.embed(text, { inputType })).slice(0, MAX_WINDOWS);
      windows.push(...vectors);
      counts.push(vectors.length);
    }
    await embedder.close();
    const all = new Float32Array(windows.length * dimensions);
    for (const [at, window] of windows.entries()) all.set(window, at * dimensions);
    writeFileSync(`${file}.f32`, new Uint8Array(all.buffer));
    writeFileSync(`${file}.json`, JSON.stringify(counts));
  }
  const bytes = readFileSync(`${file}.f32`);
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  let next = 0;
  return (JSON.parse(readFileSync(`${file}.json`, 'utf8')) as number[]).map((count) =>
    Array.from({ length: count }, () => all.subarray(next * dimensions, ++next * dimensions)),
  );
}
