import { AppError } from '@anima/service/errors';
import type { Bucket, StoredObject } from '@anima/service/scale-out';
import { createValueCheck, strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';

/** A file of a set. It is read at a key that no other content ever has. */
export interface SetFile extends StoredObject {
  name: string;
  modifiedAt: Date;
}

/** Files that came together under one name, by their own names. */
export type ObjectSet = ReadonlyMap<string, SetFile>;

/**
 * Sets of files by their places in a bucket. A bucket has no renames: the files of a set are stored at
 * `<place>/<version>/<name>`, and `<place>.json` names the version. That object is written last, so a set is
 * either complete or absent. A client that opened a file of the previous version can read on.
 */
export interface ObjectSets {
  /**
   * Replaces the set at a place. With `isNew` it returns null if the place is taken. Tries to leave nothing
   * behind on failure.
   */
  publish(
    place: string,
    files: readonly { name: string; path: string }[],
    options?: { isNew?: boolean },
  ): Promise<ObjectSet | null>;
  find(place: string): Promise<ObjectSet | null>;
  /**
   * Lists the places in a folder (`faces/`), each with its current set. Objects of other software are
   * skipped.
   */
  list(folder: string): Promise<ReadonlyMap<string, ObjectSet>>;
  /** Removes a set with its files. Older versions stay for clients that read them. */
  remove(place: string): Promise<void>;
}

const MAX_FILES = 1_000;
const MAX_INDEX_BYTES = 1024 * 1024;
const ENDING = '.json';
const NOT_OURS = 'media_unreadable';
const READ_AT_A_TIME = 8;

/** The last moment a Date can be. */
const LAST_DATE = 8.64e15;

const Index = strictObject({
  version: Type.String({ format: 'uuid' }),
  modified_at: Type.Integer({ minimum: 0, maximum: LAST_DATE, description: 'Milliseconds since 1970' }),
  files: Type.Array(
    strictObject({
      name: Type.String({ minLength: 1, maxLength: 512, pattern: '^(?!\\.{1,2}$)[^/\\\\\\0]+$' }),
      bytes: Type.Integer({ minimum: 0 }),
      etag: Type.String({ minLength: 1, maxLength: 256 }),
    }),
    { maxItems: MAX_FILES },
  ),
});
type Index = Static<typeof Index>;
const checkIndex = createValueCheck(Index, 'index');

export function createObjectSets(bucket: Bucket, clock: () => number = Date.now): ObjectSets {
  /** Parsed indexes, valid as long as their tags do not change. */
  let known = new Map<string, { etag: string; set: ObjectSet }>();

  async function find(place: string): Promise<ObjectSet | null> {
    const found = await bucket.readText(place + ENDING, MAX_INDEX_BYTES);
    return found === null ? null : readSet(place, found.text);
  }

  async function upload(
    place: string,
    version: string,
    files: readonly { name: string; path: string }[],
  ): Promise<Index['files']> {
    const written: Index['files'] = [];
    for (const { name, path } of files) {
      const { size, etag } = (await bucket.write(`${place}/${version}/${name}`, { path }))!;
      written.push({ name, bytes: size, etag });
    }
    return written;
  }

  /**
   * Returns whether this process created the set. If a response was lost, the repeated request is rejected
   * because of the first one.
   */
  async function name(place: string, index: Index, isNew: boolean): Promise<boolean> {
    const text = JSON.stringify(index);
    if ((await bucket.writeText(place + ENDING, text, isNew ? { isNew } : undefined)) !== null) return true;
    return (await bucket.readText(place + ENDING, MAX_INDEX_BYTES))?.text === text;
  }

  async function removeVersion(place: string, version: string, files: readonly { name: string }[]) {
    await bucket.remove(files.map((file) => `${place}/${version}/${file.name}`));
  }

  return {
    find,

    async publish(place, files, { isNew = false } = {}) {
      const version = crypto.randomUUID();
      let isNamed = false;
      try {
        const index = { version, modified_at: clock(), files: await upload(place, version, files) };
        isNamed = await name(place, index, isNew);
        return isNamed ? setOf(place, index) : null;
      } finally {
        // If the server is unreachable, the uploaded files stay invisible until the set is removed.
        if (!isNamed) await removeVersion(place, version, files).catch(() => {});
      }
    },

    async list(folder) {
      const sets = new Map<string, ObjectSet>();
      const seen: typeof known = new Map();
      const places: { place: string; etag: string }[] = [];
      for await (const { key, etag } of bucket.list(folder, { isFlat: true }))
        if (key.endsWith(ENDING)) places.push({ place: key.slice(0, -ENDING.length), etag });
      for (let first = 0; first < places.length; first += READ_AT_A_TIME) {
        await Promise.all(
          places.slice(first, first + READ_AT_A_TIME).map(async ({ place, etag }) => {
            const before = known.get(place);
            const set = before?.etag === etag ? before.set : await find(place).catch(nullIfNotOurs);
            // Else it was removed since the folder was listed.
            if (set !== null) seen.set(place, { etag, set });
          }),
        );
      }
      for (const { place } of places) {
        const found = seen.get(place);
        if (found !== undefined) sets.set(place, found.set);
      }
      known = new Map([...known].filter(([place]) => !place.startsWith(folder)).concat([...seen]));
      return sets;
    },

    async remove(place) {
      const set = await find(place);
      if (set === null) return;
      // Removes the index first, so that a partly removed set is not visible, and no other files: another
      // process may be uploading some.
      await bucket.remove([place + ENDING]);
      await bucket.remove([...set.values()].map(({ key }) => key));
    },
  };
}

function readSet(place: string, text: string): ObjectSet {
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch {
    throw notOurs(place);
  }
  if (checkIndex(index).length > 0) throw notOurs(place);
  return setOf(place, index as Index);
}

function setOf(place: string, { version, modified_at, files }: Index): ObjectSet {
  const modifiedAt = new Date(modified_at);
  return new Map(
    files.map(({ name, bytes, etag }) => [
      name,
      { name, key: `${place}/${version}/${name}`, size: bytes, etag, modifiedAt },
    ]),
  );
}

function nullIfNotOurs(error: unknown): null {
  if (error instanceof AppError && error.code === NOT_OURS) return null;
  throw error;
}

function notOurs(place: string): AppError {
  return new AppError(
    NOT_OURS,
    `Expected ${place}${ENDING} in the bucket as this service writes it, received another text`,
  );
}
