import type { AppError } from '@anima/service/errors';
import type { SpeechEngine, SpeechRequest } from '../speech/speech-engine.js';
import type { OpenSoundRate } from '../speech/speech-engines.js';
import type { OpenClauseCutter } from './clause-queue.js';
import type { LiveMotion, LiveShapes, OpenLiveMotion } from './live-motion.js';
import { createSpeechFlow, type UtteranceStream } from './utterance-stream.js';

/** Voice settings of live speech. */
export interface LiveSpeechOptions extends Pick<SpeechRequest, 'voice' | 'speed' | 'lexicon'> {
  /** Hz. */
  sampleRate: number;
}

export const liveSampleRates = [16_000, 24_000, 48_000] as const;
export const liveFrameRates = [25, 30, 60] as const;
export const liveDefaults = { sampleRate: 24_000, fps: 30 } as const;

/** Synthesises speech while its text is being written. */
export interface LiveSpeech {
  /** Creates the motion of one face for a whole session. */
  motion(shapes: LiveShapes, fps: number): LiveMotion;
  /** One utterance. */
  begin(manner: LiveSpeechOptions, motion: LiveMotion, listener: LiveListener): UtteranceStream;
  /** Loads a voice ahead. */
  load(voice: string, signal: AbortSignal): Promise<void>;
}

export interface LiveListener {
  signal: AbortSignal;
  /** Called if a clause cannot be spoken and is omitted. */
  onRefused: (error: AppError) => void;
}

export interface LiveStages {
  openCutter: OpenClauseCutter;
  openRate: OpenSoundRate;
  openMotion: OpenLiveMotion;
}

export function createLiveSpeech(
  engine: Pick<SpeechEngine, 'voices' | 'speak' | 'load' | 'check'>,
  { openCutter, openRate, openMotion }: LiveStages,
): LiveSpeech {
  return {
    motion: openMotion,
    begin: ({ sampleRate, ...manner }, motion, listener) =>
      createSpeechFlow({ engine, openCutter, openRate, motion, manner, sampleRate, ...listener }),
    load: (voice, signal) => engine.load(voice, signal),
  };
}
