import { AppError } from '@anima/service';
import type { SoundProbe } from '../../ports/sound-probe.js';
import { fileIdentity } from '../files/file-identity.js';
import type { LookQueue } from '../look-queue.js';
import { createRememberedLooks } from '../remembered-looks.js';
import { measureSound } from './decode-audio.js';

/** Decodes sound with ffmpeg in its turn, and remembers how long it is. */
export function createSoundProbe(ffmpeg: string | null, looks: LookQueue): SoundProbe {
  const measured = createRememberedLooks<{ duration: number }>();
  return {
    async probe(path, { atMost, signal }) {
      if (ffmpeg === null)
        throw new AppError('decoder_missing', 'Expected ffmpeg on PATH to open this sound, found none');
      const measure = async (within: AbortSignal) => ({
        duration: await measureSound(ffmpeg, path, { atMost, signal: within }),
      });
      const key = `${atMost} ${await fileIdentity(path)}`;
      return measured.at(key, (watched) => looks.run(measure, watched), signal);
    },
  };
}
