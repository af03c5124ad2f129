import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegistry } from '@anima/inference';
import { writePreparedNetwork, writePreparedTables } from '@anima/speech';
import { PREPARED_SPEECH_DIR } from '../called-programs.js';
import { writeAtomically } from '../files/written-whole.js';

/**
 * What the voice that ships is made into when it is opened, made when the programs are built (bundle.mjs). It lies beside the program that
 * speaks, made by the same code, and goes with it when it is built anew.
 */

/** The model of the voice, and of the text reader of all voices. */
export const MODEL = 'hibari-heart';

/** What is prepared, by the ending of its file, which says how it is written. */
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

/** Where it lies; null where the programs were built without it, or with another model. */
export async function findPrepared(modelsDir: string, part: Part): Promise<string | null> {
  const path = await preparedPath(modelsDir, part);
  return existsSync(path) ? path : null;
}

/** Named by what the files of the model hold, which are checked before it is opened. */
async function preparedPath(modelsDir: string, part: Part): Promise<string> {
  const from: readonly string[] = PARTS[part].from;
  const model = (await readRegistry(modelsDir)).find(({ name }) => name === MODEL);
  const digest = createHash('sha256');
  for (const { path, sha256 } of model?.files ?? [])
    if (from.includes(path)) digest.update(`${path} ${sha256}\n`);
  return join(PREPARED_SPEECH_DIR, `${digest.digest('hex')}.${part}`);
}
