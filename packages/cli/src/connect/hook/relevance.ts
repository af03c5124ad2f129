import { lengthInLetters } from '@anima/text/passage';
import { holdsInjected } from './turn-text.js';

/**
 * Cosine from which a memory counts as an answer to a prompt: scores of recall say which memories answer best, not whether any does.
 * Tuned on 20 related and 30 unrelated prompts over 62 memories of a shop, a household and its conversations, and measured on as many others
 * (docs/connect.md). It holds for the default embedding model.
 */
const MIN_SEMANTIC = 0.66;
/** Names of code, files, hosts and tickets: letters with digits, signs or capitals within. */
const IDENTIFIER = /[\p{L}\p{N}_]+(?:[.:/-][\p{L}\p{N}_]+)*/gu;
const MIN_IDENTIFIER_CHARACTERS = 4;
/** Shorter turns of a conversation ("Thanks, that works now") say nothing that a later session needs. */
const MIN_TURN_LETTERS = 40;

/** Whether a memory answers a prompt: by its meaning, or because it holds an identifier that the prompt names. */
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

/** Whether a memory says something: not a short turn, a question that was asked, or an injection that a tool returned. */
export function isInformative({ content, speaker }: { content: string; speaker: string | null }): boolean {
  if (speaker === null) return true;
  if (holdsInjected(content)) return false;
  const isQuestion = speaker === 'user' && /[?\uff1f]$/.test(content.trimEnd());
  return !isQuestion && lengthInLetters(content) >= MIN_TURN_LETTERS;
}
