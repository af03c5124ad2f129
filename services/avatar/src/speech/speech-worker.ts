import type { Callee } from '@anima/calls';
import { bundledModule, SPEAKING } from '../processes/programs.js';
import { startCalledProcess } from '../processes/worker-process.js';
import type { SpeechPart, SpeechRequest } from './speech-engine.js';

/** Family module and files of a speech worker. */
export interface SpeakerSettings {
  /** The URL of the module of their family. */
  module: string;
  files: unknown;
}

/** A process that speaks with the voices of one family. */
export type Speaker = Callee<SpeechCalls>;

export function startSpeaker(
  { module, files }: SpeakerSettings,
  stopMs: number,
  onEnd: (detail: string) => void,
): Speaker {
  return startCalledProcess({
    program: SPEAKING,
    settings: { module: bundledModule(module), files } satisfies SpeakerSettings,
    worker: 'speech',
    crashCode: 'engine_crashed',
    stopMs,
    onEnd,
  });
}

/** Calls of a speech worker; `run` names a text that is being spoken. */
export interface SpeechCalls {
  load: { ask: { voice: string }; answer: null };
  /** Returns the first part of a text, or null if it has no part. */
  begin: { ask: { run: number; request: SpeechRequest }; answer: SpeechPart | null };
  /** One more; null at the end. */
  next: { ask: { run: number }; answer: SpeechPart | null };
  /** Ends a run. */
  leave: { ask: { run: number }; answer: null };
}
