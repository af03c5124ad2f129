import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a temporary file and renames it: readers see the old or the new text, also after a power cut. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporaryPath = `${path}.${crypto.randomUUID()}`;
  try {
    const file = await open(temporaryPath, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder durable: a rename that is not synced may be forgotten in a power cut. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and needs no such thing.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes the written data of a file durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Lets `write` create a draft next to `path`, with the extension `ending`, and renames it: the file is
 * complete or absent.
 */
export async function writeAtomically(
  path: string,
  write: (draft: string) => Promise<unknown>,
  ending = '',
): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}${ending}`;
  try {
    await write(draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
