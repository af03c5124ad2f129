import { readFile, stat } from 'node:fs/promises';
import { type Head, type HeadBackground, HeadError, openHead, readCoverPicture } from '@anima/face';
import { LRUCache } from 'lru-cache';
import type { Background } from '../../domain/lipsync/clip-payload.js';
import type { ByPath } from '../../domain/media-ref.js';
import { fileIdentity, identityOf } from '../files/file-identity.js';
import type { ClipSize } from './clip-size.js';
import type { OpenSubject } from './open-subject.js';

/** Bytes; a larger file is not even read. */
const LARGEST_FILE = 256 * 1024 ** 2;
/** Some 30 MB each. */
const MAX_HEADS = 2;

export interface ShelvedHead {
  head: Head;
  /** The same for the same file, as long as it stays as it is: the path may be that of another one next. */
  key: string;
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
    const key = identityOf(found);
    const known = heads.get(key);
    if (known !== undefined) return known;
    const opening = readFile(path).then(async (glb) => ({ head: await openHead(glb), key }));
    heads.set(key, opening);
    opening.catch(() => heads.delete(key));
    return opening;
  };
}

export async function openHeadSubject(
  { head, key }: ShelvedHead,
  size: ClipSize,
  background: Background<ByPath>,
): Promise<OpenSubject> {
  return {
    ...size,
    face: { kind: 'head', head, background: await toHeadBackground(background, size) },
    rendererKey: `${key} ${await keyOf(background)}`,
    source: async () => null,
    track: null,
    notes: () =>
      head.missingShapes.length === 0
        ? []
        : [`The head has no shape named ${head.missingShapes.join(', ')}: what they would do is missing`],
    close: async () => {},
  };
}

/** The same for what looks the same. */
async function keyOf(background: Background<ByPath>): Promise<string> {
  return background.kind === 'picture' ? fileIdentity(background.path) : JSON.stringify(background);
}

async function toHeadBackground(
  background: Background<ByPath>,
  { width, height }: ClipSize,
): Promise<HeadBackground> {
  switch (background.kind) {
    case 'default':
    case 'green':
      return background;
    case 'colour':
      return { kind: 'colour', rgb: rgbOf(background.colour) };
    case 'gradient':
      return { kind: 'gradient', top: rgbOf(background.top), bottom: rgbOf(background.bottom) };
    case 'picture':
      return { kind: 'picture', rgb: await readCoverPicture(background.path, width, height) };
  }
}

/** "#0080ff" is 0, 128, 255. */
function rgbOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}
