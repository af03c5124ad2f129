import type { Callee } from '@anima/calls';
import { bundledModule } from '../processes/built-module.js';
import { SPEAKING } from '../processes/programs.js';
import { startCalledProcess } from '../processes/worker-process.js';
import type { SpeechCalls } from './protocol.js';

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
    task: 'speaks',
    crashCode: 'engine_crashed',
    stopMs,
    onEnd,
  });
}
