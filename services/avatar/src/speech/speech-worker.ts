import type { WorkerHandle } from '@anima/calls';
import { bundledModule, SPEECH_PROGRAM } from '../processes/programs.js';
import { startWorkerProcess } from '../processes/worker-process.js';
import type { SpeechPart, SpeechRequest } from './speech-engine.js';

/** Family module and files of a speech worker. */
export interface SpeakerSettings {
  /** The URL of the module of their family. */
  module: string;
  files: unknown;
}

/** A process that speaks with the voices of one family. */
export type SpeechWorker = WorkerHandle<SpeechCalls>;

export function startSpeechWorker(
  { module, files }: SpeakerSettings,
  stopMs: number,
  onEnd: (detail: string) => void,
): SpeechWorker {
  return startWorkerProcess({
    program: SPEECH_PROGRAM,
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
