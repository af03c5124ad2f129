import { readFile, stat } from 'node:fs/promises';
import { type Head, HeadError, openHead } from '@anima/face';
import { LRUCache } from 'lru-cache';
import { identityOf } from '../../media/file-identity.js';
import { PREPARED_HEADS_DIR } from '../../processes/programs.js';
import {
  findPrepared,
  type HeadInPicture,
  headInPicture,
  type PreparedHeights,
  readPrepared,
} from './prepared-heads.js';

/** Bytes; a larger file is not even read. */
const LARGEST_FILE = 256 * 1024 ** 2;
/** Some 30 MB each. */
const MAX_HEADS = 2;

export interface CachedHead {
  /** Equal as long as the file does not change; its path may later belong to another file. */
  identity: string;
  whole(): Promise<Head>;
  inPicture(height: number): Promise<HeadInPicture>;
}
/** Heads that were opened, kept while their files stay as they are. */
export type HeadCache = (path: string) => Promise<CachedHead>;

/** @param preparedDir Folder of `prepareHead` */
export function createHeadCache(preparedDir = PREPARED_HEADS_DIR): HeadCache {
  const heads = new LRUCache<string, CachedHeadFile>({ max: MAX_HEADS });
  return async (path) => {
    const found = await stat(path, { bigint: true });
    const { size } = found;
    if (size > LARGEST_FILE)
      throw new HeadError(`Expected a GLB of at most ${LARGEST_FILE} bytes, received ${size}`);
    const identity = identityOf(found);
    const cached = heads.get(identity) ?? cacheHeadFile(findPrepared(preparedDir, path, Number(size)));
    heads.set(identity, cached);
    const whole = () => cached.whole(path);
    // Reports errors of the file before drawing.
    if (!(await cached.isReady())) await whole();
    return { identity, whole, inPicture: (height) => cached.inPicture(path, height) };
  };
}

/** One file, by whichever path it has when it is read. */
interface CachedHeadFile {
  /** Whether it was opened, by whomever: then nothing speaks against it. */
  isReady(): Promise<boolean>;
  whole(path: string): Promise<Head>;
  inPicture(path: string, height: number): Promise<HeadInPicture>;
}

/**
 * Caches the result of the last height, because consecutive clips often have one size. Then it releases the
 * whole head, which is mostly textures, and opens it again if required.
 */
function cacheHeadFile(prepared: Promise<PreparedHeights>): CachedHeadFile {
  let opened: Promise<Head> | null = null;
  let last: { height: number; ready: Promise<HeadInPicture> } | null = null;

  function whole(path: string): Promise<Head> {
    opened ??= readFile(path)
      .then(openHead)
      .catch((error: unknown) => {
        opened = null;
        throw error;
      });
    return opened;
  }

  async function made(path: string, height: number): Promise<HeadInPicture> {
    const file = (await prepared).get(height);
    const ready =
      (file === undefined ? null : await readPrepared(file)) ??
      (await headInPicture(await whole(path), height));
    opened = null;
    return ready;
  }

  return {
    whole,
    isReady: async () => opened !== null || last !== null || (await prepared).size > 0,
    inPicture(path, height) {
      if (last?.height === height) return last.ready;
      const ready = made(path, height).finally(giveBack);
      last = { height, ready };
      ready.catch(() => {
        if (last?.ready === ready) last = null;
      });
      return ready;
    },
  };
}

/** Runs the garbage collector now: V8 sees only few small objects, which hold tens of megabytes. */
function giveBack(): void {
  setImmediate(() => globalThis.gc?.());
}
