import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AppError } from '@anima/service/errors';
import type { AllowedPaths } from '@anima/service/files';
import type { Bucket } from '@anima/service/scale-out';
import { type CatalogDefaults, catalogKinds } from '../../catalog/catalog-entry.js';
import {
  assertTextSize,
  defaultsIn,
  MAX_TEXT_BYTES,
  nameTaken,
  notesNameOf,
  openCatalogDraft,
  openNamedFile,
  removeDrafts,
  writeDefaults,
} from '../../catalog/catalog-store.js';
import type { CatalogStore, StoredFile } from '../../catalog/catalog-store-port.js';
import type { ShippedMedia } from '../../media/shipped-media.js';
import type { FileCache } from './file-cache.js';
import { CATALOG_DEFAULTS, placeOfEntry } from './media-keys.js';
import type { ObjectSets } from './object-sets.js';

export interface BucketCatalogOptions {
  bucket: Bucket;
  sets: ObjectSets;
  cache: FileCache;
  /** Local folder of files that are being uploaded. */
  drafts: string;
  /** Local files that callers may name. */
  allowed: AllowedPaths;
  shipped: Partial<ShippedMedia>;
}

/** Attempts to write a choice while other processes write theirs. */
const MAX_TRIES = 20;

/**
 * Creates a catalog that all processes with the bucket share. A file with its notes is a set, and its name
 * belongs to the first process that writes it.
 */
export async function createBucketCatalogStore(options: BucketCatalogOptions): Promise<CatalogStore> {
  const { bucket, sets, cache, drafts, allowed, shipped } = options;
  for (const kind of catalogKinds) await removeDrafts(join(drafts, kind));

  async function readDefaults(): Promise<{ defaults: CatalogDefaults; etag: string | null }> {
    const found = await bucket.readText(CATALOG_DEFAULTS, MAX_TEXT_BYTES);
    const defaults = defaultsIn(found?.text ?? null, bucket.addressOf(CATALOG_DEFAULTS));
    return { defaults, etag: found?.etag ?? null };
  }

  return {
    async files(kind) {
      const stored = [...(await sets.list(`catalog/${kind}/`)).values()].flatMap((set) => [...set.values()]);
      const files: StoredFile[] = stored
        .map(({ name, size }) => ({ fileName: name, bytes: size, isLink: false, shipped: null }))
        .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
      return [...(kind === 'voices' ? [] : (shipped[kind] ?? [])), ...files];
    },

    async readText(kind, fileName) {
      const file = (await sets.find(placeOfEntry(kind, fileName)))?.get(fileName);
      if (file === undefined) return null;
      assertTextSize(file.size);
      return text(bucket.read(file));
    },

    async draft(kind) {
      const draft = await openCatalogDraft(join(drafts, kind));
      const notesPath = `${draft.path}.json`;
      return {
        fill: draft.fill,
        file: { kind: 'local_file', path: draft.path },

        async publish(fileName, notes) {
          const files = [{ name: fileName, path: draft.path }];
          if (notes !== null) {
            await writeFile(notesPath, notes, { mode: 0o600 });
            files.push({ name: notesNameOf(fileName), path: notesPath });
          }
          const set = await sets.publish(placeOfEntry(kind, fileName), files, { isNew: true });
          if (set === null) throw nameTaken(fileName);
          // It is opened next; without a copy it is fetched.
          await cache.take(set.get(fileName)!, draft.path).catch(() => {});
        },

        async discard() {
          await draft.discard();
          await rm(notesPath, { force: true });
        },
      };
    },

    async remove(kind, fileNames) {
      for (const place of new Set(fileNames.map((name) => placeOfEntry(kind, name))))
        await sets.remove(place);
    },

    defaults: async () => (await readDefaults()).defaults,

    async changeDefaults(changes) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const { defaults, etag } = await readDefaults();
        const condition = etag === null ? { isNew: true as const } : { etag };
        const text = writeDefaults({ ...defaults, ...changes });
        if ((await bucket.writeText(CATALOG_DEFAULTS, text, condition)) !== null) return;
      }
      throw new AppError('unavailable', 'Others change the defaults of the catalog all the time', {
        headers: { 'retry-after': '1' },
      });
    },

    open: (path) => openNamedFile(path, allowed),
  };
}
