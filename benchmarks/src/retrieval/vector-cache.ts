import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmbedder } from '@anima/inference';

/**
 * Returns the unit vector of each text, embedded as in the service, first window only. Caches the vectors in
 * the folder of temporary files by a hash of the texts, because embedding LoCoMo takes a minute.
 */
export async function embedTexts(texts: readonly string[]): Promise<Float32Array[]> {
  const modelDir = fileURLToPath(new URL('../../../models/bge-small-en-v1.5-int8', import.meta.url));
  const folder = join(tmpdir(), 'anima-bench-vectors');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${createHash('sha256').update(JSON.stringify(texts)).digest('hex')}.f32`);
  const dimensions = 384;
  if (!existsSync(file)) {
    const embedder = await createEmbedder({ modelDir });
    const all = new Float32Array(texts.length * dimensions);
    for (const [at, text] of texts.entries()) all.set((await embedder.embed(text))[0]!, at * dimensions);
    await embedder.close();
    writeFileSync(file, new Uint8Array(all.buffer));
  }
  const bytes = readFileSync(file);
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return texts.map((_, at) => all.subarray(at * dimensions, (at + 1) * dimensions));
}
