import type { Media } from '../../catalog/media-format.js';
import { writeAtomically } from '../../storage/replace-file.js';
import { unreadable } from './probe-media.js';
import { runFfmpeg } from './run-ffmpeg.js';

/** Pixels; a smaller picture keeps its size. */
const MAX_WIDTH = 480;
const MAX_HEIGHT = 480;
/** Clips often begin in black. */
const MAX_START_SECONDS = 1;

/** Writes a small JPEG of a clip: complete, or not at all. */
export async function writeClipThumbnail(
  ffmpeg: string,
  path: string,
  { format, duration }: Media & { kind: 'clip' },
  output: string,
  signal: AbortSignal,
): Promise<void> {
  const options = ['-ss', Math.min(MAX_START_SECONDS, duration / 4).toFixed(3)];
  const fit = `scale='min(${MAX_WIDTH},iw)':'min(${MAX_HEIGHT},ih)':force_original_aspect_ratio=decrease`;
  await writeAtomically(output, async (draft) => {
    const picture = [
      ...['-map', '0:V:0', '-frames:v', '1', '-an', '-vf', fit],
      ...['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '4', '-f', 'image2', draft],
    ];
    const outcome = await runFfmpeg(ffmpeg, { path, format, options }, picture, signal);
    if (!outcome.succeeded) throw unreadable('a clip', outcome.words);
  });
}
