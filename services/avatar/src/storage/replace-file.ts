import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.js';

/** Writes a file beside and renames it: a reader, also after a power cut, sees the old text or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.${crypto.randomUUID()}`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
