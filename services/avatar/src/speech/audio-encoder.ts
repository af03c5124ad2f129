import { AppError } from '@anima/service/errors';
import { openAudioPipe } from '../media/ffmpeg/audio-pipe.js';
import type { AudioEncoder } from './audio-writer.js';
import { openWavFile } from './pcm.js';

/** WAV at the rate of the voice needs nothing; every other format and rate goes through ffmpeg. */
export function createAudioEncoder(ffmpeg: string | null): AudioEncoder {
  return {
    async open(path, format, rates) {
      if (format === 'wav' && rates.input === rates.output) return openWavFile(path, rates.output);
      if (ffmpeg === null) {
        throw new AppError(
          'encoder_missing',
          `ffmpeg is required for ${format} at ${rates.output} Hz. Install it, set FFMPEG_PATH, or request wav at ${rates.input} Hz.`,
        );
      }
      return openAudioPipe(ffmpeg, path, format, rates);
    },
  };
}
