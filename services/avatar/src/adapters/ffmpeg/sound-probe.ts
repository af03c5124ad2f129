import { AppError } from '@anima/service';
import type { SoundProbe } from '../../ports/sound-probe.js';
import { audioDuration } from './decode-audio.js';

/** Opens sound with ffmpeg and decodes all of it. */
export function createSoundProbe(ffmpeg: string | null): SoundProbe {
  return {
    async probe(path) {
      if (ffmpeg === null)
        throw new AppError('decoder_missing', 'Expected ffmpeg on PATH to open this sound, found none');
      return { duration: await audioDuration(ffmpeg, path) };
    },
  };
}
