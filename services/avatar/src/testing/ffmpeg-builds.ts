import { createRequire } from 'node:module';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';

export const packagedFfmpeg = (): string =>
  (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path;

/**
 * Lists the builds that users may have: the ffmpeg of the system, if any, and the one from 2018 of the npm
 * package.
 */
export async function ffmpegBuilds(): Promise<{ name: string; ffmpeg: string }[]> {
  const packaged = packagedFfmpeg();
  const found = await findFfmpeg(undefined);
  const system = found === null || found === packaged ? [] : [{ name: 'the system', ffmpeg: found }];
  return [...system, { name: 'npm', ffmpeg: packaged }];
}
