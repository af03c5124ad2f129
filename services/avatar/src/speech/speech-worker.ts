import type { Callee } from '@anima/calls';
import { bundledModule, SPEAKING } from '../processes/programs.js';
import { startCalledProcess } from '../processes/worker-process.js';
import type { SpeechPart, SpeechRequest } from './speech-engine.js';

/** Which voices a process speaks with. */
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

/** What the service asks of the process that speaks; `run` names a text that is spoken. */
export interface SpeechCalls {
  load: { ask: { voice: string }; answer: null };
  /** The first part of a text; null where there is none. */
  begin: { ask: { run: number; request: SpeechRequest }; answer: SpeechPart | null };
  /** One more; null at the end. */
  next: { ask: { run: number }; answer: SpeechPart | null };
  /** No more of it is asked for. */
  leave: { ask: { run: number }; answer: null };
}
