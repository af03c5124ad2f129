import { mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { type MediaKind, type MediaStore, mediaKinds } from '../../ports/media-store.js';
import { syncFile, syncFolder } from './sync-folder.js';

/** Drafts lie in the same file system as what they become, and begin with a dot: no listing shows them. */
const DRAFT = '.draft-';
/** Between the id of a job and the name of a part of it. */
const PART = '.';

/** `<root>/audio/<job id>/...` and `<root>/video/<job id>/...`; parts lie in `<job id>.<part>/...` */
export async function createMediaStore(root: string): Promise<MediaStore> {
  for (const kind of mediaKinds) await mkdir(join(root, kind), { recursive: true, mode: 0o700 });
  const folders = new Map<MediaKind, string>();
  for (const kind of mediaKinds) folders.set(kind, await realpath(join(root, kind)));

  return {
    async begin(kind, jobId, part) {
      const folder = folders.get(kind)!;
      const name = part === undefined ? jobId : `${jobId}${PART}${part}`;
      const draft = join(folder, DRAFT + name);
      const final = join(folder, name);
      // A first try that died may have left one.
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { mode: 0o700 });
      return {
        path: (name) => join(draft, name),
        write: (name, text) => writeFile(join(draft, name), text),
        remove: (name) => rm(join(draft, name), { force: true }),

        async publish() {
          const names = await readdir(draft);
          // All at once: the disk is waited for as if there were one.
          await Promise.all([syncFolder(draft), ...names.map((name) => syncFile(join(draft, name)))]);
          await rm(final, { recursive: true, force: true });
          await rename(draft, final);
          await syncFolder(folder);
          return new Map(names.map((name) => [name, join(final, name)]));
        },

        discard: () => rm(draft, { recursive: true, force: true }),
      };
    },

    async find(kind, path) {
      const folder = folders.get(kind)!;
      if (path.includes('\0')) return null;
      const real = await realpath(resolve(folder, path)).catch(() => null);
      if (real === null) return null;
      const inside = relative(folder, real);
      const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
      if (!isInside || inside.startsWith(DRAFT)) return null;
      return (await stat(real)).isFile() ? real : null;
    },

    async remove(kind, jobIds) {
      if (jobIds.length === 0) return;
      const folder = folders.get(kind)!;
      const gone = new Set(jobIds);
      for (const name of await readdir(folder)) {
        const [jobId] = name.split(PART);
        if (gone.has(jobId!)) await rm(join(folder, name), { recursive: true, force: true });
      }
    },

    async clean() {
      for (const folder of folders.values()) {
        for (const name of await readdir(folder)) {
          if (name.startsWith(DRAFT)) await rm(join(folder, name), { recursive: true, force: true });
        }
      }
    },
  };
}
