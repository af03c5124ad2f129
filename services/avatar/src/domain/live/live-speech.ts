import type { AppError } from '@anima/service/errors';
import type { OpenClauseCutter } from '../../ports/clause-cutter.js';
import type { LiveMotion, LiveShapes, OpenLiveMotion } from '../../ports/live-motion.js';
import type { OpenSoundRate } from '../../ports/sound-rate.js';
import type { SpeechEngine, SpeechRequest } from '../../ports/speech-engine.js';
import { createSpeechFlow, type UtteranceStream } from './speech-flow.js';

/** How somebody wants to be spoken to. */
export interface LiveSpeechOptions extends Pick<SpeechRequest, 'voice' | 'speed' | 'lexicon'> {
  /** Hz. */
  sampleRate: number;
}

export const liveSampleRates = [16_000, 24_000, 48_000] as const;
export const liveFrameRates = [25, 30, 60] as const;
export const liveDefaults = { sampleRate: 24_000, fps: 30 } as const;

/** Speech that is made while its text is written, for whoever listens now. */
export interface LiveSpeech {
  /** The motion of one face, through all that it says. */
  motion(shapes: LiveShapes, fps: number): LiveMotion;
  /** One utterance. */
  begin(manner: LiveSpeechOptions, motion: LiveMotion, listener: LiveListener): UtteranceStream;
  /** Loads a voice ahead. */
  load(voice: string, signal: AbortSignal): Promise<void>;
}

export interface LiveListener {
  signal: AbortSignal;
  /** A clause cannot be said, and is left out. */
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
