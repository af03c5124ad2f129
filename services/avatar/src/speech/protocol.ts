import type { SpeechPart, SpeechRequest } from './speech-engine.js';

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
