import { lengthInLetters } from '@anima/text/letters';
import { holdsInjected } from './turn-text.js';

/**
 * Minimum cosine similarity of a memory and a prompt. Recall scores rank memories, but do not show whether any is relevant.
 * Tuned for the default embedding model on 20 related and 30 unrelated prompts over 62 memories, and measured on a second set
 * of that size (docs/connect.md).
 */
const MIN_SEMANTIC = 0.66;
/** Candidates for names in code, of files, hosts and tickets. */
const IDENTIFIER = /[\p{L}\p{N}_]+(?:[.:/-][\p{L}\p{N}_]+)*/gu;
const MIN_IDENTIFIER_CHARACTERS = 4;
/** Minimum length of an informative turn: a later session does not need "Thanks, that works now". */
const MIN_TURN_LETTERS = 40;

/** Whether a memory is relevant to a prompt: by its meaning, or because both contain the same identifier. */
export function isRelevant(prompt: string, content: string, semantic: number): boolean {
  if (semantic >= MIN_SEMANTIC) return true;
  const named = identifiersOf(prompt);
  return named.size > 0 && [...identifiersOf(content)].some((identifier) => named.has(identifier));
}

function identifiersOf(text: string): Set<string> {
  const words = text.match(IDENTIFIER) ?? [];
  return new Set(
    words
      .filter((word) => word.length >= MIN_IDENTIFIER_CHARACTERS && isIdentifier(word))
      .map((word) => word.toLowerCase()),
  );
}

function isIdentifier(word: string): boolean {
  const hasLetter = /\p{L}/u.test(word);
  return hasLetter && (/[\p{N}_.:/]/u.test(word) || /\p{Ll}\p{Lu}/u.test(word));
}

/** Whether a memory is informative: no short turn, no question of the user, and no injection that a tool returned. */
export function isInformative({ content, speaker }: { content: string; speaker: string | null }): boolean {
  if (speaker === null) return true;
  if (holdsInjected(content)) return false;
  const isQuestion = speaker === 'user' && /[?\uff1f]$/.test(content.trimEnd());
  return !isQuestion && lengthInLetters(content) >= MIN_TURN_LETTERS;
}
