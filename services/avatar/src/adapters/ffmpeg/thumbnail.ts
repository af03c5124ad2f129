import { rename, rm } from 'node:fs/promises';
import type { Orientation } from '../../domain/catalog/exif-orientation.js';
import type { Media } from '../../domain/catalog/media-format.js';
import { AS_STORED, unreadable } from './probe-media.js';
import { runFfmpeg } from './run-ffmpeg.js';

/** Pixels; a smaller picture keeps its size. */
const MAX_WIDTH = 480;
const MAX_HEIGHT = 480;
/** Clips often begin in black. */
const MAX_START_SECONDS = 1;

/** What brings a picture upright, by its orientation. */
const turns: Record<Orientation, readonly string[]> = {
  1: [],
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=0'],
  6: ['transpose=1'],
  7: ['transpose=3'],
  8: ['transpose=2'],
};

/** Writes a small JPEG of a picture or clip: complete, or not at all. */
export async function writeThumbnail(
  ffmpeg: string,
  path: string,
  media: Exclude<Media, { kind: 'head' }>,
  output: string,
): Promise<void> {
  const start = media.kind === 'clip' ? Math.min(MAX_START_SECONDS, media.duration / 4) : 0;
  const seek = start === 0 ? [] : ['-ss', start.toFixed(3)];
  const options = media.kind === 'picture' ? AS_STORED : seek;
  const turn = media.kind === 'picture' ? turns[media.orientation] : [];
  const draft = `${output}.${crypto.randomUUID()}`;
  const fit = `scale='min(${MAX_WIDTH},iw)':'min(${MAX_HEIGHT},ih)':force_original_aspect_ratio=decrease`;
  try {
    const outcome = await runFfmpeg(ffmpeg, { path, format: media.format, options }, [
      ...['-map', '0:V:0', '-frames:v', '1', '-an', '-vf', [...turn, fit].join(',')],
      ...['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '4', '-f', 'image2', draft],
    ]);
    if (!outcome.succeeded) throw unreadable(`a ${media.kind}`, outcome.words);
    await rename(draft, output);
  } finally {
    await rm(draft, { force: true });
  }
}
