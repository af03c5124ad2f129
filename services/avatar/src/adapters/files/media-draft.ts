import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaDraft } from '../../ports/media-store.js';
import { DRAFT } from './media-places.js';

/** A folder to write in that is not published yet. */
export interface DraftFolder extends Omit<MediaDraft, 'publish'> {
  folder: string;
  /** The names of what was written. */
  names(): Promise<string[]>;
}

/** A folder to write in beside the one that it becomes, for `name`. What a first try that died has left is gone. */
export async function openDraftFolder(parent: string, name: string): Promise<DraftFolder> {
  const folder = join(parent, DRAFT + name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return {
    folder,
    names: () => readdir(folder),
    path: (name) => join(folder, name),
    write: (name, text) => writeFile(join(folder, name), text),
    remove: (name) => rm(join(folder, name), { force: true }),
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}
