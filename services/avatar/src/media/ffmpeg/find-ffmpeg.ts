import { createRequire } from 'node:module';
import { askFfmpeg } from './start-ffmpeg.js';

export interface FoundFfmpeg {
  path: string;
  /** What it says of its version. */
  words: string;
}

/** Which ffmpeg runs: that of FFMPEG_PATH, else the one on PATH, else the one that comes with npm; null where none does. */
export async function askForFfmpeg(fromSettings: string | undefined): Promise<FoundFfmpeg | null> {
  if (fromSettings !== undefined) return asked(fromSettings);
  const packaged = packagedFfmpeg();
  return (await asked('ffmpeg')) ?? (packaged === null ? null : asked(packaged));
}

/** Where it is. */
export async function findFfmpeg(fromSettings: string | undefined): Promise<string | null> {
  return (await askForFfmpeg(fromSettings))?.path ?? null;
}

function packagedFfmpeg(): string | null {
  try {
    // The package throws where it has no program for this platform.
    return (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg') as { path: string }).path;
  } catch {
    return null;
  }
}

function asked(path: string): Promise<FoundFfmpeg | null> {
  return askFfmpeg(path, '-version').then(
    (words) => ({ path, words }),
    () => null,
  );
}
