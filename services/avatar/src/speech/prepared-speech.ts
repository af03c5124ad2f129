import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegistry } from '@anima/inference';
import { writePreparedNetwork, writePreparedTables } from '@anima/speech';
import { PREPARED_SPEECH_DIR } from '../processes/programs.js';
import { writeAtomically } from '../storage/replace-file.js';

/**
 * Data of the shipped voice that the build prepares for faster loading (bundle.mjs). It is stored next to the
 * speech program and replaced with it by each build.
 */

/** The model of the voice, and of the text reader of all voices. */
export const MODEL = 'hibari-heart';

/** Prepared parts by file extension, with their writers. */
const PARTS = {
  ort: { from: ['voice.onnx'], write: writePreparedNetwork },
  tables: {
    from: ['lexicon-gold.json.gz', 'lexicon-silver.json.gz', 'tagger.json.gz'],
    write: writePreparedTables,
  },
} as const;
type Part = keyof typeof PARTS;

/** Each complete, or not there. */
export async function prepareSpeech(modelsDir: string): Promise<void> {
  await mkdir(PREPARED_SPEECH_DIR, { recursive: true });
  for (const part of Object.keys(PARTS) as Part[]) {
    const path = await preparedPath(modelsDir, part);
    await writeAtomically(path, (draft) => PARTS[part].write(join(modelsDir, MODEL), draft), `.${part}`);
  }
}

/**
 * Returns the path of a prepared part, or null if the programs were built without it or with another model.
 */
export async function findPrepared(modelsDir: string, part: Part): Promise<string | null> {
  const path = await preparedPath(modelsDir, part);
  return existsSync(path) ? path : null;
}

/** The name contains the digest of the model files, which are verified before they are opened. */
async function preparedPath(modelsDir: string, part: Part): Promise<string> {
  const from: readonly string[] = PARTS[part].from;
  const model = (await readRegistry(modelsDir)).find(({ name }) => name === MODEL);
  const digest = createHash('sha256');
  for (const { path, sha256 } of model?.files ?? [])
    if (from.includes(path)) digest.update(`${path} ${sha256}\n`);
  return join(PREPARED_SPEECH_DIR, `${digest.digest('hex')}.${part}`);
}
