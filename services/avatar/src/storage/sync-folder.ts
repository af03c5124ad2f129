import { open } from 'node:fs/promises';

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

/** Makes what was written to a file durable. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
