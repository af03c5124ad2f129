import { createRequire } from 'node:module';
import { askFfmpeg } from './start-ffmpeg.js';

/** Where ffmpeg is: FFMPEG_PATH, else the one on PATH, else the one that comes with npm; null where none runs. */
export async function findFfmpeg(fromSettings: string | undefined): Promise<string | null> {
  if (fromSettings !== undefined) return (await runs(fromSettings)) ? fromSettings : null;
  if (await runs('ffmpeg')) return 'ffmpeg';
  const packaged = packagedFfmpeg();
  return packaged !== null && (await runs(packaged)) ? packaged : null;
}

function packagedFfmpeg(): string | null {
  try {
    // The package throws where it has no program for this platform.
    return (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path;
  } catch {
    return null;
  }
}

function runs(path: string): Promise<boolean> {
  return askFfmpeg(path, '-version').then(
    () => true,
    () => false,
  );
}
