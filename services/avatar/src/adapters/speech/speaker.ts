import { type CalledProcess, startCalledProcess } from '../called-process.js';
import type { Ask, Reply } from './protocol.js';
import type { VoiceFamily } from './voice-family.js';

/** A process that speaks with the voices of one family. */
export type Speaker = CalledProcess<Ask, Reply>;

export function startSpeaker(family: VoiceFamily, stopMs: number, onEnd: (detail: string) => void): Speaker {
  return startCalledProcess({
    file: 'adapters/speech/speech-process.js',
    settings: family,
    task: 'speaks',
    crashCode: 'engine_crashed',
    execArgv: ['--optimize-for-size'],
    stopMs,
    onEnd,
  });
}
