import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { CatalogDraft } from './catalog-store-port.js';

/** Drafts lie in the folder they are for, so that they get there by a link; a dot hides them. */
const DRAFT = '.draft-';

/** A file of this machine that nobody sees. */
export interface DraftFile extends Pick<CatalogDraft, 'fill' | 'discard'> {
  path: string;
}

export async function openCatalogDraft(folder: string): Promise<DraftFile> {
  // A restored backup has no empty folders.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, DRAFT + crypto.randomUUID());
  return {
    path,

    async fill(content, maxBytes) {
      const file = await open(path, 'wx', 0o600);
      try {
        let bytes = 0;
        for await (const piece of content) {
          bytes += piece.length;
          if (bytes > maxBytes)
            throw new AppError('media_too_large', `Expected a file of at most ${maxBytes} bytes here`);
          await file.writeFile(piece);
        }
        await file.sync();
        return bytes;
      } finally {
        await file.close();
      }
    },

    discard: () => rm(path, { force: true }),
  };
}

/** What a killed process left there. The folder is there then. */
export async function removeDrafts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (name.startsWith(DRAFT)) await rm(join(folder, name), { force: true });
  }
}
