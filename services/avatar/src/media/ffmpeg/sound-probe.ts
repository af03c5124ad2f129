import { AppError } from '@anima/service/errors';
import type { HeldFiles } from '../held-files.js';
import type { SoundProbe } from '../media-probe.js';
import { createProbeCache } from '../probe-cache.js';
import { probeFile } from '../probe-file.js';
import type { ProbeQueue } from '../probe-queue.js';
import { measureSound } from './decode-audio.js';

/** Decodes sound with ffmpeg in its turn, and remembers how long it is. */
export function createSoundProbe(options: {
  /** Null if ffmpeg was not found. */
  ffmpeg: string | null;
  files: HeldFiles;
  looks: ProbeQueue;
}): SoundProbe {
  const { ffmpeg, files, looks } = options;
  const remembered = createProbeCache<{ duration: number }>();
  return {
    async probe(file, { atMost, signal }) {
      if (ffmpeg === null)
        throw new AppError('decoder_missing', 'Expected ffmpeg on PATH to open this sound, found none');
      return probeFile(
        { files, remembered },
        { file, question: String(atMost) },
        (held, watched) =>
          looks.run(
            async (within) => ({
              duration: await measureSound(ffmpeg, held.path, { atMost, signal: within }),
            }),
            watched,
          ),
        signal,
      );
    },
  };
}
