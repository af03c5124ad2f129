import type { LiveSessionRecord, LiveWord } from '@anima/client/live';
import type { PlayedText } from './speaking/utterance.js';

export interface PlayerEvents {
  /** A session is open. Again after each that was lost. */
  ready: LiveSessionRecord;
  /** Its first audio is played. */
  started: { utterance: string };
  /** Its sound begins now. */
  word: LiveWord & { utterance: string };
  /** All of its audio has been played. */
  ended: { utterance: string };
  interrupted: PlayedText & { utterance: string };
  error: PlayerProblem;
  /** The browser wants a gesture before it plays: call `resume` in one; or does no longer. */
  gesture: { wanted: boolean };
  /** Words that will be played, and the text that has been received so far. */
  words: { utterance: string; text: string; words: readonly LiveWord[] };
}

export interface PlayerProblem {
  code: string;
  /** Explanation for the user. */
  detail: string;
  /** The session has ended, or could not begin. */
  fatal: boolean;
  utterance: string | null;
  /** Delay until the next attempt to open a session; null if there is none, or none yet. */
  retryMs: number | null;
}
