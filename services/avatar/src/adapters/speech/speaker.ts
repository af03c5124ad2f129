import type { Callee } from '@anima/calls';
import { bundledModule } from '../built-module.js';
import { startCalledProcess } from '../called-process.js';
import type { SpeechCalls } from './protocol.js';

/** Which voices a process speaks with. */
export interface SpeakerSettings {
  /** The URL of the module of their family. */
  module: string;
  files: unknown;
}

/** A process that speaks with the voices of one family. */
export type Speaker = Callee<SpeechCalls>;

/**
 * A small heap; and code that is compiled, and watched by the compiler, from its first call on: the first sentences take a half to a
 * third of the time that they take with V8's defaults, which wait whether a function is called again.
 */
const V8_FLAGS = ['--optimize-for-size', '--no-lazy-feedback-allocation', '--always-sparkplug'];

export function startSpeaker(
  { module, files }: SpeakerSettings,
  stopMs: number,
  onEnd: (detail: string) => void,
): Speaker {
  return startCalledProcess({
    file: 'adapters/speech/speech-process.js',
    settings: { module: bundledModule(module), files } satisfies SpeakerSettings,
    task: 'speaks',
    crashCode: 'engine_crashed',
    execArgv: V8_FLAGS,
    stopMs,
    onEnd,
  });
}
