import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@anima/service/errors';
import type { Portraits } from '../clips/portraits.js';
import { probeClip } from '../media/ffmpeg/probe-media.js';
import { writeClipThumbnail } from '../media/ffmpeg/thumbnail.js';
import type { HeldFile, HeldFiles } from '../media/held-files.js';
import type { MediaProbe } from '../media/media-probe.js';
import type { LocalFile, MediaRef } from '../media/media-ref.js';
import { createProbeCache } from '../media/probe-cache.js';
import { probeFile } from '../media/probe-file.js';
import type { ProbeQueue } from '../media/probe-queue.js';
import { replaceFile } from '../storage/replace-file.js';
import { assertWhole, headFormatOf, isPackedHead } from './file-end.js';
import { describeUnread, FORMAT_BYTES, formatOf, type Media } from './media-format.js';

/** Increase it when the stored metadata changes, so that entries of older versions are ignored. */
const CACHE_VERSION = 5;
const KEY_BYTES = 64 * 1024;

interface Found {
  /** Names the content. */
  key: string;
  media: Media;
}

export interface MediaProbeOptions {
  /** It may be deleted at any time. */
  folder: string;
  /** Null if ffmpeg was not found. */
  ffmpeg: string | null;
  files: HeldFiles;
  /** Opens faces, as it does when it draws them. */
  portraits: Portraits;
  /** Queue of clips that wait to be probed. */
  looks: ProbeQueue;
}

const NEVER = new AbortController().signal;

/**
 * Probes clips with ffmpeg and faces with a render worker, and caches the results: in memory by file
 * identity, and in `folder` by content, so that a restart does not probe again.
 */
export function createMediaProbe({ folder, ffmpeg, files, portraits, looks }: MediaProbeOptions): MediaProbe {
  const requireFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  const remembered = createProbeCache<Found>();
  const thumbnails = createProbeCache<{ path: string }>();
  const packed = createProbeCache<{ key: string | null }>();
  const models = createProbeCache<{ path: string }>();
  const modelPath = (key: string) => join(folder, `${key}.glb`);
  const thumbnailPath = (key: string) => join(folder, `${key}.jpg`);
  const notePath = (key: string) => join(folder, `${key}.json`);

  function requireFfmpeg(): string {
    if (ffmpeg !== null) return ffmpeg;
    throw new AppError('decoder_missing', 'Expected ffmpeg on PATH to open this file, found none');
  }

  function find(file: MediaRef, signal: AbortSignal): Promise<Found> {
    const lookAt = (held: HeldFile, watched: AbortSignal) => look(file, held, watched);
    return probeFile({ files, remembered }, { file }, lookAt, signal);
  }

  async function look(ref: MediaRef, held: HeldFile, signal: AbortSignal): Promise<Found> {
    const file = await open(held.path, 'r');
    try {
      const { size: bytes } = await file.stat();
      const read = (position: number, length: number) => readBytes(file, position, length);
      const key = await contentKey(read, bytes);
      const text = await readFile(notePath(key), 'utf8').catch(() => null);
      if (text !== null) return { key, media: JSON.parse(text) as Media };
      const media = await inspect(ref, { held, read, bytes, signal });
      await note(key, media);
      return { key, media };
    } finally {
      await file.close();
    }
  }

  /** A result that cannot be written is computed again after the next start: the file is not at fault. */
  async function note(key: string, media: Media): Promise<void> {
    try {
      await requireFolder();
      await replaceFile(notePath(key), JSON.stringify(media));
    } catch {}
  }

  async function inspect(
    ref: MediaRef,
    { held, read, bytes, signal }: { held: HeldFile; read: ReadFile; bytes: number; signal: AbortSignal },
  ): Promise<Media> {
    const start = await read(0, FORMAT_BYTES);
    const format = formatOf(start);
    if (format === null)
      throw new AppError(
        'media_unreadable',
        `Expected a picture, a clip or a GLB file, received ${describeUnread(start) ?? 'none of them'}`,
      );
    await assertWhole(format, read, bytes);
    switch (format) {
      case 'glb':
        await portraits.check({ kind: 'head', name: null, file: ref }, null, signal);
        return { kind: 'head', format: await headFormatOf(read) };
      case 'png':
      case 'webp':
      case 'avif':
      case 'jpg':
        return { kind: 'picture', format, ...(await portraits.measure(ref, signal)) };
      default: {
        const program = requireFfmpeg();
        return looks.run((within) => probeClip(program, held.path, format, within), signal);
      }
    }
  }

  async function makeThumbnail(
    file: MediaRef,
    { key, media }: Found,
    signal: AbortSignal,
  ): Promise<{ path: string }> {
    const output = thumbnailPath(key);
    await requireFolder();
    if (media.kind === 'clip') {
      const program = requireFfmpeg();
      await files.hold(
        [file],
        ([clip]) =>
          looks.run((within) => writeClipThumbnail(program, clip.path, media, output, within), signal),
        signal,
      );
    } else await portraits.thumbnail(media.kind, file, output, signal);
    return { path: output };
  }

  /** The key of a head that is compressed; null for any other file. */
  function packedKey(file: MediaRef, signal: AbortSignal): Promise<{ key: string | null }> {
    const lookAt = async ({ path }: HeldFile): Promise<{ key: string | null }> => {
      const opened = await open(path, 'r');
      try {
        const read = (position: number, length: number) => readBytes(opened, position, length);
        if (formatOf(await read(0, FORMAT_BYTES)) !== 'glb' || !(await isPackedHead(read)))
          return { key: null };
        return { key: await contentKey(read, (await opened.stat()).size) };
      } finally {
        await opened.close();
      }
    };
    return probeFile({ files, remembered: packed }, { file }, lookAt, signal);
  }

  async function unpack(file: MediaRef, output: string, signal: AbortSignal): Promise<{ path: string }> {
    await requireFolder();
    await portraits.unpack(file, output, signal);
    return { path: output };
  }

  return {
    probe: async (file, signal = NEVER) => (await find(file, signal)).media,

    async thumbnail(file, signal = NEVER) {
      const found = await find(file, signal);
      const made: LocalFile = { kind: 'local_file', path: thumbnailPath(found.key) };
      if ((await stat(made.path).catch(() => null)) !== null) return made;
      await thumbnails.at(found.key, (watched) => makeThumbnail(file, found, watched), signal);
      // The file itself is the cached value.
      thumbnails.forget(found.key);
      return made;
    },

    async model(file, signal = NEVER) {
      const { key } = await packedKey(file, signal);
      if (key === null) return file;
      const made: LocalFile = { kind: 'local_file', path: modelPath(key) };
      if ((await stat(made.path).catch(() => null)) !== null) return made;
      await models.at(key, (watched) => unpack(file, made.path, watched), signal);
      // The file itself is the cached value.
      models.forget(key);
      return made;
    },

    async forget(file) {
      const found = await find(file, NEVER).catch(() => null);
      if (found === null) return;
      await rm(notePath(found.key), { force: true });
      await rm(thumbnailPath(found.key), { force: true });
      await rm(modelPath(found.key), { force: true });
    },
  };
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
