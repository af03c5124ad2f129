import { readFile, stat } from 'node:fs/promises';
import {
  type Head,
  HeadError,
  type LevelledTriangles,
  openHead,
  simplerHead,
  trianglesOf,
} from '@anima/face';
import { LRUCache } from 'lru-cache';
import { identityOf } from '../files/file-identity.js';

/** Bytes; a larger file is not even read. */
const LARGEST_FILE = 256 * 1024 ** 2;
/** Some 30 MB each. */
const MAX_HEADS = 2;

/** A head in as few triangles as a picture of some height needs, ready to be drawn by many threads. */
export interface HeadInPicture {
  head: Head;
  triangles: LevelledTriangles;
}

export interface ShelvedHead {
  head: Head;
  /** The same for the same file, as long as it stays as it is: the path may be that of another one next. */
  identity: string;
  inPicture(height: number): Promise<HeadInPicture>;
}
/** Heads that were opened, kept while their files stay as they are. */
export type HeadShelf = (path: string) => Promise<ShelvedHead>;

export function createHeadShelf(): HeadShelf {
  const heads = new LRUCache<string, Promise<ShelvedHead>>({ max: MAX_HEADS });
  return async (path) => {
    const found = await stat(path, { bigint: true });
    const { size } = found;
    if (size > LARGEST_FILE)
      throw new HeadError(`Expected a GLB of at most ${LARGEST_FILE} bytes, received ${size}`);
    const identity = identityOf(found);
    const known = heads.get(identity);
    if (known !== undefined) return known;
    const opening = readFile(path).then(async (glb) => shelved(await openHead(glb), identity));
    heads.set(identity, opening);
    opening.catch(() => heads.delete(identity));
    return opening;
  };
}

/** Keeps what was made for the last height: clips of one size follow one another. */
function shelved(head: Head, identity: string): ShelvedHead {
  let last: { height: number; ready: Promise<HeadInPicture> } | undefined;
  return {
    head,
    identity,
    inPicture: (height) => {
      if (last?.height !== height) last = { height, ready: inPicture(head, height) };
      return last.ready;
    },
  };
}

async function inPicture(whole: Head, height: number): Promise<HeadInPicture> {
  const head = await simplerHead(whole, height);
  return { head, triangles: trianglesOf(head, height) };
}
