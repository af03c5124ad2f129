import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@anima/service/errors';
import type { StoredObject } from '@anima/service/scale-out';
import pLimit from 'p-limit';
import { holdFile } from '../../media/held-files.js';
import type { LocalMedia } from '../../media/media-store-port.js';
import { createProbeCache } from '../../media/probe-cache.js';

/**
 * Local copies of objects, for programs that take a path. If the copies exceed `maxBytes`, the least recently
 * used ones are removed; open copies stay in any case. Copies survive a restart, and the folder may be
 * deleted at any time.
 */
export interface FileCache {
  /** A copy, which is fetched once for all who ask for it, until the last of them has gone. */
  hold(object: StoredObject, signal: AbortSignal): Promise<LocalMedia>;
  /** Takes a file of this machine, with the content of this object, from where it is. */
  take(object: StoredObject, path: string): Promise<void>;
}

export interface FileCacheOptions {
  folder: string;
  maxBytes: number;
  read: (object: StoredObject) => Readable;
}

/** Prefix of files that are being fetched. */
const PART = '.part-';
/** A fetch without progress for this time belongs to a process that has died. */
const DEAD_MS = 3_600_000;
/** Another process may remove it in between. */
const MAX_TRIES = 3;
const anywhere = { contains: () => true };

export async function createFileCache({ folder, maxBytes, read }: FileCacheOptions): Promise<FileCache> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeDeadParts(folder);
  /** How many hold the file of a name. */
  const holders = new Map<string, number>();
  const fetches = createProbeCache<StoredObject>();
  const inTurn = pLimit(1);
  /** Bytes that current fetches have reserved. */
  let expected = 0;

  function count(name: string, change: 1 | -1): void {
    const holding = (holders.get(name) ?? 0) + change;
    if (holding === 0) holders.delete(name);
    else holders.set(name, holding);
  }

  /** Returns null if there is no local copy of this size. */
  async function openCopy(name: string, { key, size, etag }: StoredObject): Promise<LocalMedia | null> {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.size !== size) return null;
    const file = await holdFile(path, anywhere).catch(() => null);
    if (file === null) return null;
    const now = new Date();
    await utimes(path, now, now).catch(() => {});
    let isHeld = true;
    return {
      path: file.path,
      identity: `${key} ${etag}`,
      async release() {
        if (isHeld) count(name, -1);
        isHeld = false;
        await file.release();
      },
    };
  }

  /** Removes the least recently used copies until `bytes` fit. */
  async function makeRoom(bytes: number): Promise<void> {
    const copies = await listCopies(folder);
    let sum = copies.reduce((total, { size }) => total + size, expected + bytes);
    for (const { name, size } of copies.sort((a, b) => a.usedAt - b.usedAt)) {
      if (sum <= maxBytes) return;
      if (holders.has(name)) continue;
      await rm(join(folder, name), { force: true });
      sum -= size;
    }
  }

  async function fetchCopy(name: string, object: StoredObject, signal: AbortSignal): Promise<StoredObject> {
    await inTurn(async () => {
      await makeRoom(object.size);
      expected += object.size;
    });
    const part = join(folder, PART + crypto.randomUUID());
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await pipeline(read(object), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), {
        signal,
      });
      await rename(part, join(folder, name));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    } finally {
      expected -= object.size;
    }
    return object;
  }

  return {
    async hold(object, signal) {
      const name = nameOf(object);
      // From here on the copy counts as open: other fetches may make room before it is opened.
      count(name, 1);
      try {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          signal.throwIfAborted();
          const copy = await openCopy(name, object);
          if (copy !== null) return copy;
          await fetches.at(name, (watched) => fetchCopy(name, object, watched), signal);
          // The file itself is the cached value.
          fetches.forget(name);
        }
        throw new AppError(
          'unavailable',
          'Expected a copy of a file that stays for a moment; it was removed',
          {
            headers: { 'retry-after': '1' },
          },
        );
      } catch (error) {
        count(name, -1);
        throw error;
      }
    },

    async take(object, path) {
      await inTurn(() => makeRoom(object.size));
      await rename(path, join(folder, nameOf(object)));
    },
  };
}

/** Names a copy by key and tag. Keys are never reused, and the tag identifies the content. */
function nameOf({ key, etag, size }: StoredObject): string {
  return createHash('sha256').update(`${key} ${etag} ${size}`).digest('hex');
}

async function listCopies(folder: string): Promise<{ name: string; size: number; usedAt: number }[]> {
  const names = await readdir(folder).catch(() => []);
  const copies: { name: string; size: number; usedAt: number }[] = [];
  for (const name of names) {
    if (name.startsWith(PART)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile()) copies.push({ name, size: found.size, usedAt: found.mtimeMs });
  }
  return copies;
}

async function removeDeadParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PART)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > DEAD_MS) await rm(join(folder, name), { force: true });
  }
}
