import { type FileHandle, mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DRAFT } from './media-places.js';
import type { MediaDraft, OpenMedia } from './media-store-port.js';

/** A folder to write in that is not published yet. */
export interface DraftFolder extends Omit<MediaDraft, 'publish'> {
  folder: string;
  /** Names of the written files. */
  names(): Promise<string[]>;
  /** Call it after the files, or the folder, were moved to their final place. */
  leave(): Promise<void>;
}

/** Opens a draft folder next to its final place `name`. */
export async function openDraftFolder(parent: string, name: string): Promise<DraftFolder> {
  // An earlier attempt that died may have left one. If it is still running, it finds its draft missing.
  const drafts = join(parent, DRAFT + name);
  await rm(drafts, { recursive: true, force: true });
  await mkdir(drafts, { mode: 0o700 });
  const folder = await mkdtemp(join(drafts, 'try-'));
  // Another try may have its own there by now.
  const leave = () => rmdir(drafts).catch(() => {});
  return {
    folder,
    leave,
    names: () => readdir(folder),
    path: (name) => join(folder, name),
    write: (name, text) => writeFile(join(folder, name), text),
    remove: (name) => rm(join(folder, name), { force: true }),
    async discard() {
      await rm(folder, { recursive: true, force: true });
      await leave();
    },
  };
}

/** A file that is open, which it closes. */
export async function openMediaFile(file: FileHandle, name: string): Promise<OpenMedia> {
  const { size, mtime } = await file.stat();
  return {
    name,
    size,
    etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
    modifiedAt: mtime,
    read: (range) => file.createReadStream(range),
    close: () => file.close(),
  };
}
