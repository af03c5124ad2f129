import { readFile, stat } from 'node:fs/promises';
import { type Head, HeadError, openHead } from '@anima/face';
import { LRUCache } from 'lru-cache';
import { identityOf } from '../files/file-identity.js';
import { type HeadInPicture, headInPicture } from './head-in-picture.js';
import { findPrepared, type PreparedHeights, readPrepared } from './prepared-heads.js';

/** Bytes; a larger file is not even read. */
const LARGEST_FILE = 256 * 1024 ** 2;
/** Some 30 MB each. */
const MAX_HEADS = 2;

export interface CachedHead {
  /** The same for the same file, as long as it stays as it is: the path may be that of another one next. */
  identity: string;
  whole(): Promise<Head>;
  inPicture(height: number): Promise<HeadInPicture>;
}
/** Heads that were opened, kept while their files stay as they are. */
export type HeadCache = (path: string) => Promise<CachedHead>;

/** `preparedDir`: see `prepareHead`. */
export function createHeadShelf(preparedDir: string): HeadCache {
  const heads = new LRUCache<string, KeptHead>({ max: MAX_HEADS });
  return async (path) => {
    const found = await stat(path, { bigint: true });
    const { size } = found;
    if (size > LARGEST_FILE)
      throw new HeadError(`Expected a GLB of at most ${LARGEST_FILE} bytes, received ${size}`);
    const identity = identityOf(found);
    const kept = heads.get(identity) ?? keptHead(findPrepared(preparedDir, path, Number(size)));
    heads.set(identity, kept);
    const whole = () => kept.whole(path);
    // What speaks against it is told before it is drawn.
    if (!(await kept.isReady())) await whole();
    return { identity, whole, inPicture: (height) => kept.inPicture(path, height) };
  };
}

/** One file, by whichever path it has when it is read. */
interface KeptHead {
  /** Whether it was opened, by whomever: then nothing speaks against it. */
  isReady(): Promise<boolean>;
  whole(path: string): Promise<Head>;
  inPicture(path: string, height: number): Promise<HeadInPicture>;
}

/**
 * Keeps what was made for the last height: clips of one size follow one another. Then the whole head, most of which is textures, is let go,
 * and opened again when it is needed.
 */
function keptHead(prepared: Promise<PreparedHeights>): KeptHead {
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

/** What was let go, at once: to the collector it is a few objects, behind which lie tens of megabytes. */
function giveBack(): void {
  setImmediate(() => globalThis.gc?.());
}
