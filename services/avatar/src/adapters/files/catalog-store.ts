import { link, lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import { type CatalogDefaults, type CatalogKind, catalogKinds } from '../../domain/catalog/catalog-entry.js';
import type { CatalogDraft, CatalogStore, StoredFile } from '../../ports/catalog.js';
import { openToRead } from './held-files.js';
import { replaceFile } from './replace-file.js';
import { syncFolder } from './sync-folder.js';

/** Drafts lie in the folder they are for, so that they get there by a link; a dot hides them. */
const DRAFT = '.draft-';
const READ_BYTES = 256 * 1024;
/** Notes and presets have some hundred bytes. */
const MAX_TEXT_BYTES = 64 * 1024;
const noDefaults: CatalogDefaults = { voice: null, face: null, source: null };

/** `<root>/voices`, `<root>/faces`, `<root>/sources` and `<root>/defaults.json`; `shipped` lies elsewhere. */
export async function createCatalogStore(
  root: string,
  allowed: AllowedPaths,
  shipped: Partial<Record<CatalogKind, readonly StoredFile[]>>,
): Promise<CatalogStore> {
  const folderOf = (kind: CatalogKind) => join(root, kind);
  const defaultsPath = join(root, 'defaults.json');
  for (const kind of catalogKinds) {
    await mkdir(folderOf(kind), { recursive: true, mode: 0o700 });
    for (const name of await readdir(folderOf(kind))) {
      if (name.startsWith(DRAFT)) await rm(join(folderOf(kind), name), { force: true });
    }
  }

  async function readText(path: string): Promise<string | null> {
    const found = await lstat(path).catch(missing);
    if (found === null || !found.isFile()) return null;
    if (found.size > MAX_TEXT_BYTES)
      throw new AppError(
        'media_unreadable',
        `Expected at most ${MAX_TEXT_BYTES} bytes of JSON, received ${found.size}`,
      );
    return readFile(path, 'utf8').catch(missing);
  }

  return {
    readText: (kind, fileName) => readText(join(folderOf(kind), fileName)),

    async files(kind) {
      const entries = (await readdir(folderOf(kind), { withFileTypes: true }).catch(missing)) ?? [];
      const files: StoredFile[] = [...(shipped[kind] ?? [])];
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        if (entry.name.startsWith('.') || !(entry.isFile() || entry.isSymbolicLink())) continue;
        const found = await lstat(join(folderOf(kind), entry.name)).catch(missing);
        if (found === null) continue;
        const isLink = found.isSymbolicLink();
        files.push({ fileName: entry.name, bytes: found.size, isLink, shipped: null });
      }
      return files;
    },

    async draft(kind) {
      // A restored backup has no empty folders.
      await mkdir(folderOf(kind), { recursive: true, mode: 0o700 });
      return openDraft(folderOf(kind));
    },

    async remove(kind, fileNames) {
      for (const name of fileNames) await rm(join(folderOf(kind), name), { force: true });
      await syncFolder(folderOf(kind));
    },

    async defaults() {
      const text = await readText(defaultsPath);
      if (text === null) return noDefaults;
      try {
        return { ...noDefaults, ...(JSON.parse(text) as Partial<CatalogDefaults>) };
      } catch (cause) {
        throw new AppError('unavailable', `${defaultsPath} is not valid JSON: repair or remove it`, {
          cause,
        });
      }
    },

    async setDefaults(defaults) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await replaceFile(defaultsPath, `${JSON.stringify(defaults, null, 2)}\n`);
    },

    async open(path) {
      const file = await openToRead(await allowed.readable(path), allowed);
      return file.createReadStream({ highWaterMark: READ_BYTES });
    },
  };
}

function openDraft(folder: string): CatalogDraft {
  const draftName = DRAFT + crypto.randomUUID();
  const path = join(folder, draftName);
  return {
    fileName: draftName,

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

    async publish(fileName, notes) {
      // The notes first: an entry that is seen is complete. Notes of what is no more are replaced.
      if (notes !== null) await replaceFile(join(folder, notes.fileName), notes.text);
      // A link, and not a rename, which would replace what lies there.
      await link(path, join(folder, fileName)).catch((error) => {
        if (error.code !== 'EEXIST') throw error;
        throw new AppError('catalog_name_taken', `There is a file named ${fileName} already`);
      });
      await rm(path);
      await syncFolder(folder);
    },

    discard: () => rm(path, { force: true }),
  };
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
