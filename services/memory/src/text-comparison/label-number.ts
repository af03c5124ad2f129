import { AUXILIARIES } from './closed-classes.js';
import type { ReadText, Token } from './read-text.js';
import { hasVerbBefore, isContent, startsWithPronoun } from './verb.js';

/** A thing with a number has at most this number of words before it: meeting note 1. */
const MAX_WORDS_BEFORE = 2;
const DEMONSTRATIVES: ReadonlySet<string> = new Set(['this', 'that', 'it', 'these', 'those']);

/**
 * Tests whether a number of an English text names one of several things and is not a value: note 1, this is note 1, the
 * first note. Such a number belongs to the subject, so that no verb is before it.
 */
export function isLabelNumber(text: ReadText, token: Token): boolean {
  const at = text.indexOf(token);
  const neighbour = text[token.key.endsWith('th') ? at + 1 : at - 1];
  if (neighbour?.kind !== 'word' && neighbour?.kind !== 'name') return false;
  if (text[at + 1]?.kind === 'unit' || startsWithPronoun(text)) return false;
  const isPointing = DEMONSTRATIVES.has(text[0]!.key) && AUXILIARIES.has(text[1]!.key);
  const statement = isPointing ? text.slice(2) : text;
  const before = statement.slice(0, statement.indexOf(token));
  return !hasVerbBefore(statement, token) && before.filter(isContent).length <= MAX_WORDS_BEFORE;
}
