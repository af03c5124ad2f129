import { rename, rm } from 'node:fs/promises';

/** Has `write` make a draft beside `path`, whose name ends with `ending`, and renames it: complete, or not there. */
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
