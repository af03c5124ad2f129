import type { WorkerHandle } from '@anima/calls';
import type { BegunProcesses } from '../begun-processes.js';
import { bundledModule } from '../built-module.js';
import { startWorkerProcess } from '../called-process.js';
import { SPEECH_PROGRAM } from '../called-programs.js';
import type { SpeechCalls } from './protocol.js';

/** Which voices a process speaks with. */
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
  begun?: BegunProcesses,
): SpeechWorker {
  return startWorkerProcess({
    program: SPEECH_PROGRAM,
    begun,
    settings: { module: bundledModule(module), files } satisfies SpeakerSettings,
    task: 'speaks',
    crashCode: 'engine_crashed',
    stopMs,
    onEnd,
  });
}
