import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '@anima/service/scale-out';
import type { OutsideFolder, OutsideFolders } from '../../backup/archives.js';
import { catalogKinds } from '../../catalog/catalog-entry.js';
import { MAX_TEXT_BYTES } from '../../catalog/catalog-store.js';
import { mediaKinds } from '../../media/media-ref.js';
import { CATALOG_DEFAULTS, placeOfEntry } from './media-keys.js';
import type { ObjectSet, ObjectSets } from './object-sets.js';

interface Parts {
  bucket: Bucket;
  sets: ObjectSets;
}
/** Files of this machine that are to be a set. */
type LocalSet = { name: string; path: string }[];

/** The catalog and media of a bucket, as backups hold them: in the folders in which they lie where there is no bucket. */
export function bucketFolders(parts: Parts): OutsideFolders {
  return { catalog: catalogFolder(parts), media: mediaFolder(parts) };
}

function catalogFolder({ bucket, sets }: Parts): OutsideFolder {
  const startOf = (kind: string) => `catalog/${kind}/`;
  const defaultsPath = (folder: string) => join(folder, 'defaults.json');
  return {
    size: () => sizeOf(sets, catalogKinds.map(startOf)),

    async save(folder) {
      for (const kind of catalogKinds) {
        for (const set of (await sets.list(startOf(kind))).values())
          await fetchSet(bucket, set, join(folder, kind));
      }
      const defaults = await bucket.readText(CATALOG_DEFAULTS, MAX_TEXT_BYTES);
      if (defaults !== null) await writeFile(defaultsPath(folder), defaults.text, { mode: 0o600 });
    },

    async take(folder) {
      for (const kind of catalogKinds) {
        const wanted = new Map<string, LocalSet>();
        for (const name of await filesIn(join(folder, kind))) {
          const place = placeOfEntry(kind, name);
          wanted.set(place, [...(wanted.get(place) ?? []), { name, path: join(folder, kind, name) }]);
        }
        await replaceSets(sets, startOf(kind), wanted);
      }
      const text = await readFile(defaultsPath(folder), 'utf8').catch(nullIfMissing);
      if (text === null) await bucket.remove([CATALOG_DEFAULTS]);
      else await bucket.writeText(CATALOG_DEFAULTS, text);
    },
  };
}

/** A folder of a job, or of a part of it, is a set. */
function mediaFolder({ bucket, sets }: Parts): OutsideFolder {
  const startOf = (kind: string) => `media/${kind}/`;
  return {
    size: () => sizeOf(sets, mediaKinds.map(startOf)),

    async save(folder) {
      for (const kind of mediaKinds) {
        for (const [place, set] of await sets.list(startOf(kind)))
          await fetchSet(bucket, set, join(folder, kind, place.slice(startOf(kind).length)));
      }
    },

    async take(folder) {
      for (const kind of mediaKinds) {
        const wanted = new Map<string, LocalSet>();
        for (const job of await entriesOf(join(folder, kind), (entry) => entry.isDirectory())) {
          const names = await filesIn(join(folder, kind, job));
          wanted.set(
            startOf(kind) + job,
            names.map((name) => ({ name, path: join(folder, kind, job, name) })),
          );
        }
        await replaceSets(sets, startOf(kind), wanted);
      }
    },
  };
}

async function sizeOf(
  sets: ObjectSets,
  starts: readonly string[],
): Promise<{ files: number; bytes: number }> {
  const total = { files: 0, bytes: 0 };
  for (const start of starts) {
    for (const set of (await sets.list(start)).values()) {
      total.files += set.size;
      for (const { size } of set.values()) total.bytes += size;
    }
  }
  return total;
}

async function fetchSet(bucket: Bucket, set: ObjectSet, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of set.values())
    await pipeline(
      bucket.read(file),
      createWriteStream(join(folder, file.name), { flags: 'wx', mode: 0o600 }),
    );
}

/** Adds the wanted sets first: a process that is killed in between leaves too many sets and not too few. */
async function replaceSets(
  sets: ObjectSets,
  start: string,
  wanted: ReadonlyMap<string, LocalSet>,
): Promise<void> {
  for (const [place, files] of wanted) if (files.length > 0) await sets.publish(place, files);
  for (const place of (await sets.list(start)).keys()) if (!wanted.has(place)) await sets.remove(place);
}

const filesIn = (folder: string) => entriesOf(folder, (entry) => entry.isFile());

async function entriesOf(
  folder: string,
  isWanted: (entry: { isFile(): boolean; isDirectory(): boolean }) => boolean,
): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
  return entries.filter((entry) => isWanted(entry) && !entry.name.startsWith('.')).map(({ name }) => name);
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
