import { mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import { syncFile, syncFolder } from '../storage/replace-file.js';
import { holdFile, openToRead } from './held-files.js';
import { openDraftFolder, openMediaFile } from './media-draft.js';
import {
  createMediaPlaces,
  DRAFT,
  isPlausible,
  jobFolder,
  jobMediaAt,
  jobOfFolder,
  type MediaLocator,
} from './media-places.js';
import { isMediaRef, type MediaKind, type MediaRef, mediaKinds } from './media-ref.js';
import type { MediaDraft, MediaStore } from './media-store-port.js';
import type { ShippedMedia } from './shipped-media.js';

export interface MediaStoreOptions {
  /**
   * Folder of job output: `<folder>/audio/<job id>/...` and `<folder>/video/<job id>/...`; parts are in `<job
   * id>.<part>/...`
   */
  folder: string;
  /** `<catalog>/faces/...` and `<catalog>/sources/...` */
  catalog: string;
  shipped: ShippedMedia;
  /** Files are opened only below these paths. */
  allowed: Pick<AllowedPaths, 'contains'>;
}

/** Folders of this machine. */
export async function createMediaStore(options: MediaStoreOptions): Promise<MediaStore> {
  const { allowed } = options;
  const places = createMediaPlaces(await openMediaFolders(options.folder), options);
  const { folderOf, pathOf } = places;

  function placeOf(ref: MediaRef): string {
    if (isMediaRef(ref) && isPlausible(ref)) return pathOf(ref);
    throw new AppError('path_not_found', 'Expected a file, received a name that none can have');
  }

  async function open(ref: MediaRef) {
    const file = await fileOrNull(() => openToRead(placeOf(ref), allowed));
    return file === null ? null : openMediaFile(file, basename(pathOf(ref)));
  }

  return {
    begin: (kind, jobId, part) => beginDraft(places, kind, jobFolder(jobId, part)),

    async stat(ref) {
      const media = await open(ref);
      await media?.close();
      return media;
    },

    open,
    materialise: async (ref) => holdFile(placeOf(ref), allowed),
    pathOf,

    async find(kind, path) {
      const folder = folderOf(kind);
      if (path.includes('\0')) return null;
      const real = await realpath(resolve(folder, path)).catch(() => null);
      if (real === null) return null;
      const inside = relative(folder, real);
      const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
      if (!isInside || inside.startsWith(DRAFT) || !(await stat(real)).isFile()) return null;
      return jobMediaAt(kind, inside) ?? { kind: 'local_file', path: real };
    },

    async remove(kind, jobIds) {
      if (jobIds.length === 0) return;
      const gone = new Set(jobIds);
      for (const name of await readdir(folderOf(kind))) {
        if (gone.has(jobOfFolder(name).jobId))
          await rm(join(folderOf(kind), name), { recursive: true, force: true });
      }
    },

    async clean() {
      for (const folder of mediaKinds.map(folderOf)) {
        for (const name of await readdir(folder)) {
          if (name.startsWith(DRAFT)) await rm(join(folder, name), { recursive: true, force: true });
        }
      }
    },
  };
}

/** The real path of the folder of each kind, which is there then. */
export async function openMediaFolders(root: string): Promise<ReadonlyMap<MediaKind, string>> {
  const folders = new Map<MediaKind, string>();
  for (const kind of mediaKinds) {
    await mkdir(join(root, kind), { recursive: true, mode: 0o700 });
    folders.set(kind, await realpath(join(root, kind)));
  }
  return folders;
}

async function beginDraft({ folderOf }: MediaLocator, kind: MediaKind, name: string): Promise<MediaDraft> {
  const parent = folderOf(kind);
  const final = join(parent, name);
  const draft = await openDraftFolder(parent, name);
  return {
    ...draft,
    async publish() {
      const names = await draft.names();
      // All at once: the disk is waited for as if there were one.
      await Promise.all([syncFolder(draft.folder), ...names.map((name) => syncFile(draft.path(name)))]);
      await rm(final, { recursive: true, force: true });
      await rename(draft.folder, final);
      await draft.leave();
      await syncFolder(parent);
      return new Map(names.map((each) => [each, { kind, ...jobOfFolder(name), name: each }]));
    },
  };
}

/** Returns null for a file that does not exist or may not be opened. */
async function fileOrNull<T>(open: () => Promise<T>): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
