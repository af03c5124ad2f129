import type { SpeechPart, SpeechRequest } from '../../ports/speech-engine.js';

/** What the service asks of the process that speaks. `id` names a call; `next` asks for one more part of it. */
export type Ask =
  | { type: 'load'; id: number; voice: string }
  | { type: 'check'; id: number; text: string; voice: string; lexicon: Readonly<Record<string, string>> }
  | { type: 'speak'; id: number; request: SpeechRequest }
  | { type: 'next'; id: number }
  | { type: 'stop'; id: number };

/** `failed` with a code is a refusal that its caller can act on; without one, something broke. */
export type Reply =
  | { type: 'done'; id: number }
  | { type: 'part'; id: number; part: SpeechPart }
  | { type: 'failed'; id: number; code: string | null; message: string };
