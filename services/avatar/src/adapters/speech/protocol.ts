import type { SpeechPart, SpeechRequest } from '../../ports/speech-engine.js';
import type { Failed } from '../called-process.js';

/** What the service asks of the process that speaks. `id` names a call; `next` asks for one more part of it. */
export type Ask =
  | { type: 'load'; id: number; voice: string }
  | { type: 'speak'; id: number; request: SpeechRequest }
  | { type: 'next'; id: number }
  | { type: 'stop'; id: number };

export type Reply = { type: 'done'; id: number } | { type: 'part'; id: number; part: SpeechPart } | Failed;
