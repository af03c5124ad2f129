import type { LiveSessionRecord, LiveWord } from '@anima/client/live';
import type { PlayedText } from './speaking/utterance.js';

export interface PlayerEvents {
  /** A session is open. Again after each that was lost. */
  ready: LiveSessionRecord;
  /** Its first sound is heard. */
  started: { utterance: string };
  /** Its sound begins now. */
  word: LiveWord & { utterance: string };
  /** All of it was heard. */
  ended: { utterance: string };
  interrupted: PlayedText & { utterance: string };
  error: PlayerProblem;
  /** The browser wants a gesture before it plays: call `resume` in one; or does no longer. */
  gesture: { wanted: boolean };
  /** The words that will be heard, and the text that has been given so far. */
  words: { utterance: string; text: string; words: readonly LiveWord[] };
}

export interface PlayerProblem {
  code: string;
  /** In words. */
  detail: string;
  /** The session has ended, or could not begin. */
  fatal: boolean;
  utterance: string | null;
  /** When the session is tried again; null where it is not, or not yet. */
  retryMs: number | null;
}
