import type { SpeechPart, SpeechRequest } from '../../ports/speech-engine.js';
import type { Failed } from '../called-process.js';

/** What the service asks of the process that speaks. `id` names a call, `run` a text that is spoken; `next` asks for one more part of it. */
export type Ask =
  | { type: 'load'; id: number; voice: string }
  | { type: 'speak'; id: number; run: number; request: SpeechRequest }
  | { type: 'next'; id: number; run: number }
  | { type: 'stop'; id: number; run: number };

export type Reply = { type: 'done'; id: number } | { type: 'part'; id: number; part: SpeechPart } | Failed;
