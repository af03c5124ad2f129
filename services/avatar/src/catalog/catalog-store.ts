import { link, lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import { openToRead } from '../media/held-files.js';
import type { MediaRef } from '../media/media-ref.js';
import { replaceFile, syncFolder } from '../storage/replace-file.js';
import { type CatalogDefaults, type CatalogKind, catalogKinds } from './catalog-entry.js';
import type { CatalogDraft, CatalogStore, StoredFile } from './catalog-store-port.js';

const READ_BYTES = 256 * 1024;

/**
 * Creates a store of `<root>/voices`, `<root>/faces`, `<root>/sources` and `<root>/defaults.json`; `shipped`
 * files have their own paths.
 */
export async function createCatalogStore(
  root: string,
  allowed: AllowedPaths,
  shipped: Partial<Record<CatalogKind, readonly StoredFile[]>>,
): Promise<CatalogStore> {
  const folderOf = (kind: CatalogKind) => join(root, kind);
  const defaultsPath = join(root, 'defaults.json');
  for (const kind of catalogKinds) await removeDrafts(folderOf(kind));

  async function readText(path: string): Promise<string | null> {
    const found = await lstat(path).catch(missing);
    if (found === null || !found.isFile()) return null;
    assertTextSize(found.size);
    return readFile(path, 'utf8').catch(missing);
  }

  const readDefaults = async () => defaultsIn(await readText(defaultsPath), defaultsPath);

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
      const folder = folderOf(kind);
      const draft = await openCatalogDraft(folder);
      return {
        ...draft,
        // Ref of a draft: its name is only valid in the folder of its kind.
        file: { kind, name: basename(draft.path) } as MediaRef,
        publish: (fileName, notes) => publish(folder, draft.path, fileName, notes),
      };
    },

    async remove(kind, fileNames) {
      for (const name of fileNames) await rm(join(folderOf(kind), name), { force: true });
      await syncFolder(folderOf(kind));
    },

    defaults: readDefaults,

    async changeDefaults(changes) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await replaceFile(defaultsPath, writeDefaults({ ...(await readDefaults()), ...changes }));
    },

    open: (path) => openNamedFile(path, allowed),
  };
}

/** The file at a path that a caller names, from beginning to end. */
export async function openNamedFile(path: string, allowed: AllowedPaths): Promise<AsyncIterable<Uint8Array>> {
  const file = await openToRead(await allowed.readable(path), allowed);
  return file.createReadStream({ highWaterMark: READ_BYTES });
}

async function publish(folder: string, draft: string, fileName: string, notes: string | null): Promise<void> {
  const notesName = notesNameOf(fileName);
  // Writes the notes first: a visible entry is complete. Notes of a file that a user removed do not belong to
  // this one.
  if (notes !== null) await replaceFile(join(folder, notesName), notes);
  else if (notesName !== fileName) await rm(join(folder, notesName), { force: true });
  // Links instead of renaming, which would replace an existing file.
  await link(draft, join(folder, fileName)).catch((error) => {
    throw error.code === 'EEXIST' ? nameTaken(fileName) : error;
  });
  await rm(draft);
  await syncFolder(folder);
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Prefix of drafts. They are in their target folder, so that they can be linked, and the dot hides them. */
const DRAFT = '.draft-';

/** A local file that is not visible. */
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

/** Removes the drafts of a killed process, and creates the folder. */
export async function removeDrafts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (name.startsWith(DRAFT)) await rm(join(folder, name), { force: true });
  }
}

/** The small texts of a catalog, wherever they lie. */

/** Notes and presets have some hundred bytes. */
export const MAX_TEXT_BYTES = 64 * 1024;
const noDefaults: CatalogDefaults = { voice: null, face: null, source: null };

export function assertTextSize(bytes: number): void {
  if (bytes > MAX_TEXT_BYTES)
    throw new AppError(
      'media_unreadable',
      `Expected at most ${MAX_TEXT_BYTES} bytes of JSON, received ${bytes}`,
    );
}

/** Of a text that may be missing; `place` is where a person would look for it. */
export function defaultsIn(text: string | null, place: string): CatalogDefaults {
  if (text === null) return noDefaults;
  try {
    return { ...noDefaults, ...(JSON.parse(text) as Partial<CatalogDefaults>) };
  } catch (cause) {
    throw new AppError('unavailable', `${place} is not valid JSON: repair or remove it`, { cause });
  }
}

export const writeDefaults = (defaults: CatalogDefaults): string => `${JSON.stringify(defaults, null, 2)}\n`;

/** "ada.json" for "ada.png". */
export function notesNameOf(fileName: string): string {
  return `${fileName.slice(0, fileName.lastIndexOf('.'))}.json`;
}

export function nameTaken(fileName: string): AppError {
  return new AppError('catalog_name_taken', `There is a file named ${fileName} already`);
}
