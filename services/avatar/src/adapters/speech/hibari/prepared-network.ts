import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegistry } from '@anima/inference';
import { writePreparedNetwork } from '@anima/speech';
import { PREPARED_NETWORKS_DIR } from '../../called-programs.js';

export const MODEL = 'hibari-heart';
const NETWORK = 'voice.onnx';

/** Puts the voice's network, ready to be opened, beside the programs that are being built: complete, or not at all. */
export async function prepareNetwork(modelsDir: string): Promise<void> {
  const path = await preparedPath(modelsDir);
  await mkdir(PREPARED_NETWORKS_DIR, { recursive: true });
  // What it is called says how it is to be written.
  const draft = path.replace(/\.ort$/, `.${crypto.randomUUID()}.ort`);
  try {
    await writePreparedNetwork(join(modelsDir, MODEL), draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Where it lies; null where the programs were built without it, or with another voice. */
export async function findPreparedNetwork(modelsDir: string): Promise<string | null> {
  const path = await preparedPath(modelsDir);
  return existsSync(path) ? path : null;
}

/** Named by what the network's file holds, which is checked before it is opened. */
async function preparedPath(modelsDir: string): Promise<string> {
  const models = await readRegistry(modelsDir);
  const files = models.find(({ name }) => name === MODEL)?.files ?? [];
  const { sha256 = 'none' } = files.find(({ path }) => path === NETWORK) ?? {};
  return join(PREPARED_NETWORKS_DIR, `${sha256}.ort`);
}
