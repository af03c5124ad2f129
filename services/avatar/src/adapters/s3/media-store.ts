import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import { type Bucket, isUnavailable } from '@anima/service/scale-out';
import { openDraftFolder } from '../../media/media-draft.js';
import { jobFolder } from '../../media/media-places.js';
import type { JobMedia, MediaRef } from '../../media/media-ref.js';
import type { MediaStore } from '../../media/media-store-port.js';
import type { FileCache } from './file-cache.js';
import { addressOfKind, jobMediaOf, placeOf, placeOfJob, startsOfJob } from './media-keys.js';
import type { ObjectSets, SetFile } from './object-sets.js';

export interface BucketMediaOptions {
  bucket: Bucket;
  sets: ObjectSets;
  cache: FileCache;
  /** Store of this machine: files that callers name, and files that ship. */
  here: MediaStore;
  /** Whether a file of the catalog ships. */
  ships: (ref: MediaRef) => boolean;
  /** Local folder in which files of a kind are written. */
  draftsOf: (kind: JobMedia['kind']) => string;
  /** Milliseconds between attempts to upload the output of a job. */
  waits?: readonly number[];
}

/** A job may have drawn for an hour: a server that restarts does not cost it that. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** A bucket, for all processes that share it. */
export function createBucketMediaStore(options: BucketMediaOptions): MediaStore {
  const { bucket, sets, cache, here, ships, draftsOf, waits = WAITS_MS } = options;
  const isHere = (ref: MediaRef) => Object(ref).kind === 'local_file' || ships(ref);

  /** Returns null if the ref belongs to another store or the file does not exist. */
  async function find(ref: MediaRef): Promise<SetFile | null> {
    const place = placeOf(ref);
    return place === null ? null : ((await sets.find(place))?.get((ref as JobMedia).name) ?? null);
  }

  /** Uploads files, and uploads them once more after an interrupted attempt. */
  async function publishPatiently(place: string, files: { name: string; path: string }[]) {
    for (let tries = 0; ; tries++) {
      try {
        return (await sets.publish(place, files))!;
      } catch (error) {
        if (!isUnavailable(error) || tries === waits.length) throw error;
        await delay(waits[tries]! * (0.5 + Math.random()));
      }
    }
  }

  return {
    async begin(kind, jobId, part) {
      const draft = await openDraftFolder(draftsOf(kind), jobFolder(jobId, part));
      return {
        ...draft,
        async publish() {
          const names = await draft.names();
          const files = names.map((name) => ({ name, path: draft.path(name) }));
          const set = await publishPatiently(placeOfJob(kind, jobId, part), files);
          // The next stage often opens the file; without a local copy it is fetched.
          for (const { name, path } of files) await cache.take(set.get(name)!, path).catch(() => {});
          await draft.discard();
          const ref = part === undefined ? { kind, jobId } : { kind, jobId, part };
          return new Map(names.map((name) => [name, { ...ref, name }]));
        },
      };
    },

    stat: async (ref) => (isHere(ref) ? here.stat(ref) : find(ref)),

    async open(ref) {
      if (isHere(ref)) return here.open(ref);
      const file = await find(ref);
      if (file === null) return null;
      return { ...file, read: (range) => bucket.read(file, range), close: async () => {} };
    },

    async materialise(ref, signal) {
      if (isHere(ref)) return here.materialise(ref, signal);
      const file = await find(ref);
      if (file === null)
        throw new AppError('path_not_found', 'Expected a file that is there, received another name');
      return cache.hold(file, signal);
    },

    pathOf(ref) {
      if (isHere(ref)) return here.pathOf(ref);
      if (ref.kind === 'local_file') return ref.path;
      const inside = 'jobId' in ref ? `${jobFolder(ref.jobId, ref.part)}/${ref.name}` : ref.name;
      return bucket.addressOf(addressOfKind(ref.kind) + inside);
    },

    async find(kind, path) {
      const start = bucket.addressOf(addressOfKind(kind));
      const ref = jobMediaOf(kind, path.startsWith(start) ? path.slice(start.length) : path);
      return ref !== null && (await find(ref)) !== null ? ref : null;
    },

    async remove(kind, jobIds) {
      for (const jobId of jobIds) {
        const keys: string[] = [];
        for (const start of startsOfJob(kind, jobId))
          for await (const { key } of bucket.list(start)) keys.push(key);
        // Removes the index objects first, so that a partly removed set is not visible.
        const isName = (key: string) => key.split('/').length === 3;
        await bucket.remove(keys.filter(isName));
        await bucket.remove(keys.filter((key) => !isName(key)));
      }
    },

    clean: here.clean,
  };
}
