import { lengthInLetters } from './letters.js';
import { holdsInjected } from './turn-text.js';

/** Default minimum length of an informative turn: a later session does not need "Thanks, that works now". */
const MIN_TURN_LETTERS = 40;

/** Whether a memory is informative: no short turn, no question of the user, and no injection that a tool returned. */
export function isInformative(
  { content, speaker }: { content: string; speaker: string | null },
  minLetters = MIN_TURN_LETTERS,
): boolean {
  if (speaker === null) return true;
  if (holdsInjected(content)) return false;
  const isQuestion = speaker === 'user' && /[?\uff1f]$/.test(content.trimEnd());
  return !isQuestion && lengthInLetters(content) >= minLetters;
}
