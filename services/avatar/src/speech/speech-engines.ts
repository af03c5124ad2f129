import { AppError } from '@anima/service/errors';
import type { SpeechEngine, SpeechEngines } from './speech-engine.js';

/** Combines all engines. Their voices must have different names. */
export function createSpeechEngines(engines: readonly SpeechEngine[]): SpeechEngines {
  const voices = engines.flatMap((engine) => engine.voices);
  const owners = new Map(
    engines.flatMap((engine) => engine.voices.map(({ name }) => [name, engine] as const)),
  );

  function engineOf(voice: string): SpeechEngine {
    const engine = owners.get(voice);
    if (engine !== undefined) return engine;
    throw new AppError(
      'voice_not_found',
      `Expected one of ${[...owners.keys()].join(', ')} for voice, received "${voice}"`,
    );
  }

  /** The engine of a voice that says what we read: numbers, dates and all words are read as English. */
  function readerOf(voice: string): SpeechEngine {
    const engine = engineOf(voice);
    const { language } = engine.voices.find(({ name }) => name === voice)!;
    if (/^en\b/.test(language)) return engine;
    throw new AppError(
      'text_not_speakable',
      `Expected a voice that speaks English, in which texts are read, received "${voice}", which speaks ${language}`,
    );
  }

  return {
    engines,
    voices,
    isLoaded: (voice) => engineOf(voice).isLoaded(voice),
    load: async (voice, signal) => engineOf(voice).load(voice, signal),
    check: async (request) => readerOf(request.voice).check(request),
    speak: (request, signal) => readerOf(request.voice).speak(request, signal),
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

/** Brings sound that comes in pieces to another sample rate, in Hz. */
export type OpenSoundRate = (from: number, to: number) => SoundRate;

export interface SoundRate {
  /** Returns the output for the audio so far. */
  push(samples: Float32Array): Float32Array;
  /** The rest. */
  flush(): Float32Array;
}
