import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@anima/service';
import { LRUCache } from 'lru-cache';
import { EXIF_BYTES, orientationOf } from '../../domain/catalog/exif-orientation.js';
import { assertWhole } from '../../domain/catalog/file-end.js';
import { FORMAT_BYTES, formatOf, type Media } from '../../domain/catalog/media-format.js';
import type { MediaProbe } from '../../ports/media-probe.js';
import { probeClip, probePicture } from '../ffmpeg/probe-media.js';
import { writeThumbnail } from '../ffmpeg/thumbnail.js';
import { replaceFile } from './replace-file.js';

/** Raised when what is told of a file changes: what an older version wrote down is then asked again. */
const CACHE_VERSION = 3;
const MAX_REMEMBERED = 10_000;
const KEY_BYTES = 64 * 1024;

interface Found {
  /** Names the content. */
  key: string;
  media: Media;
}

/** Opens and draws heads. */
export interface HeadViewer {
  /** Refuses with `head_invalid`. */
  check(path: string): Promise<void>;
  /** Draws it into a JPEG. */
  portrait(path: string, outputPath: string): Promise<void>;
}

/**
 * Opens media with ffmpeg, and heads with their own viewer, and remembers what it found: in memory by path, size and time of the last change, in `folder`
 * by content, so that a restart opens nothing again. The folder may be deleted at any time.
 */
export function createMediaProbe(folder: string, ffmpeg: string | null, heads: HeadViewer): MediaProbe {
  const requireFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  const remembered = new LRUCache<string, Promise<Found>>({ max: MAX_REMEMBERED });
  const thumbnails = new Map<string, Promise<void>>();
  const thumbnailPath = (key: string) => join(folder, `${key}.jpg`);
  const notePath = (key: string) => join(folder, `${key}.json`);

  function requireFfmpeg(): string {
    if (ffmpeg !== null) return ffmpeg;
    throw new AppError('decoder_missing', 'Expected ffmpeg on PATH to open this file, found none');
  }

  async function find(path: string): Promise<Found> {
    const stats = await stat(path, { bigint: true });
    if (!stats.isFile())
      throw new AppError('media_unreadable', 'Expected the path of a file, received another kind');
    const { size, mtimeNs, ino } = stats;
    const version = `${path}\n${size}\n${mtimeNs}\n${ino}`;
    const known = remembered.get(version);
    if (known !== undefined) return known;
    const found = look(path, Number(size));
    remembered.set(version, found);
    // A file that is bad stays bad; what failed for another reason is tried again.
    found.catch((error) => {
      if (!(error instanceof AppError && isOfTheFile(error.code))) remembered.delete(version);
    });
    return found;
  }

  async function look(path: string, bytes: number): Promise<Found> {
    const file = await open(path, 'r');
    try {
      const read = (position: number, length: number) => readBytes(file, position, length);
      const key = await contentKey(read, bytes);
      const text = await readFile(notePath(key), 'utf8').catch(() => null);
      if (text !== null) return { key, media: JSON.parse(text) as Media };
      const media = await inspect(path, read, bytes);
      await requireFolder();
      await replaceFile(notePath(key), JSON.stringify(media));
      return { key, media };
    } finally {
      await file.close();
    }
  }

  async function inspect(path: string, read: ReadFile, bytes: number): Promise<Media> {
    const format = formatOf(await read(0, FORMAT_BYTES));
    if (format === null)
      throw new AppError(
        'media_unreadable',
        'Expected a picture, a clip or a GLB file, received none of them',
      );
    await assertWhole(format, read, bytes);
    switch (format) {
      case 'glb':
        await heads.check(path);
        return { kind: 'head', format };
      case 'png':
      case 'webp':
        return probePicture(requireFfmpeg(), path, format, 1);
      case 'jpg':
        return probePicture(requireFfmpeg(), path, format, orientationOf(await read(0, EXIF_BYTES)));
      default:
        return probeClip(requireFfmpeg(), path, format);
    }
  }

  async function makeThumbnail(path: string, { key, media }: Found): Promise<void> {
    if ((await stat(thumbnailPath(key)).catch(() => null)) !== null) return;
    await requireFolder();
    if (media.kind === 'head') await heads.portrait(path, thumbnailPath(key));
    else await writeThumbnail(requireFfmpeg(), path, media, thumbnailPath(key));
  }

  return {
    probe: async (path) => (await find(path)).media,

    async thumbnail(path) {
      const found = await find(path);
      const making = thumbnails.get(found.key) ?? makeThumbnail(path, found);
      thumbnails.set(found.key, making);
      await making.finally(() => thumbnails.delete(found.key));
      return thumbnailPath(found.key);
    },

    async forget(path) {
      const found = await find(path).catch(() => null);
      if (found === null) return;
      await rm(notePath(found.key), { force: true });
      await rm(thumbnailPath(found.key), { force: true });
    },
  };
}

function isOfTheFile(code: string): boolean {
  return code === 'media_unreadable' || code === 'head_invalid';
}

type ReadFile = (position: number, length: number) => Promise<Buffer>;

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Size, beginning and end: two media that agree in them are the same, and a clip of gigabytes need not be read whole. */
async function contentKey(read: ReadFile, bytes: number): Promise<string> {
  const hash = createHash('sha256').update(`${CACHE_VERSION} ${bytes} `);
  hash.update(await read(0, KEY_BYTES));
  hash.update(await read(Math.max(0, bytes - KEY_BYTES), KEY_BYTES));
  return hash.digest('hex');
}
