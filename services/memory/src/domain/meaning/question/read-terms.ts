import type { Word } from '../word.js';
import { ENDS_ROLE, LIGHT, MARKS, PRAISE, REQUESTS, ROLES } from './question-words.js';

/** A word that says what is asked about, with its part in it. */
export interface Term<W extends Word = Word> {
  readonly word: W;
  /** Its place among all words. */
  readonly at: number;
  /** Of the preposition before it, '' without one. */
  readonly role: string;
  /** Alone on one side it changes no question. */
  readonly isLight: boolean;
}

export interface Mark {
  readonly kind: string;
  readonly words: readonly Word[];
}

/** What two questions are compared by; numbers and negations are read elsewhere. */
export interface Terms<W extends Word = Word> {
  readonly terms: readonly Term<W>[];
  readonly marks: readonly Mark[];
}

/** Words within which something is made another. */
const MADE = 5;

/** The words of a question. */
export function readTerms<W extends Word>({ text, words }: { text: string; words: readonly W[] }): Terms<W> {
  const terms: Term<W>[] = [];
  const marks: Mark[] = [];
  let role = '';
  let clause = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const before = words[at - 1];
    const gap = text.slice(before?.end ?? 0, word.start);
    if (/[,;:.?!()]/.test(gap)) role = '';
    if (/[:.?!]/.test(gap)) clause = at;
    const preposition = ROLES.get(word.text);
    if (preposition !== undefined && !word.isName && !isTopic(words, at)) {
      role = word.text === 'by' && /^mean/.test(before?.text ?? '') ? '' : preposition;
      continue;
    }
    const mark = markOf(words, at);
    if (mark !== null) {
      marks.push({ kind: mark, words: [word] });
      continue;
    }
    if (ENDS_ROLE.has(word.text)) role = '';
    if (word.isNegation) continue;
    const isLight = !word.isName && isLightAt(words, at, clause);
    if (word.isContent || isLight || isTopic(words, at) || REQUESTS.has(word.text))
      terms.push({ word, at, role: word.text.endsWith("'s") ? 'of' : role, isLight });
  }
  return { terms, marks };
}

/** What only looks like a function word: "I like it", not "what is it like"; the "do" of "what does it do"; the "a" of "from b to a". */
function isTopic(words: readonly Word[], at: number): boolean {
  const { text } = words[at]!;
  if (text === 'a') return at === words.length - 1;
  if (text === 'like' || text === 'likes')
    return /^(?:i|you|we|they|to|people|who)$/.test(words[at - 1]?.text ?? '');
  if (text !== 'do' || !words[at - 1]?.isContent || words[at + 1]?.text === 'to') return false;
  return words.slice(0, at).some((word) => /^(?:do|does|did|can|could|should|will|would)$/.test(word.text));
}

function isLightAt(words: readonly Word[], at: number, clause: number): boolean {
  const { text } = words[at]!;
  const next = words[at + 1]?.text ?? '';
  if (LIGHT.has(text)) return true;
  if (PRAISE.has(text)) return /^(?:ways?|methods?|practices?)$/.test(next);
  // "make it faster".
  if (/^ma(?:ke|kes|king|de)$/.test(text))
    return words.slice(at + 1, at + MADE).some((word) => /[^e]er$/.test(word.text));
  return REQUESTS.has(text) && opensRequest(words.slice(clause, at));
}

/** Behind nothing but courtesy: "hi, could you please list", not "how do I list". */
function opensRequest(before: readonly Word[]): boolean {
  return before.every(
    ({ isContent, text }) => (!isContent || LIGHT.has(text)) && !/^(?:how|wh\w+)$/.test(text),
  );
}

function markOf(words: readonly Word[], at: number): string | null {
  const { text, isName, number } = words[at]!;
  if (isName) return null;
  if (number === 1 && text === 'one') {
    const next = words[at + 1];
    const before = words[at - 1]?.text ?? '';
    const isCounted =
      next?.isContent === true &&
      next.number === null &&
      !/^(?:which|this|that|the|each|every|any|no|another|into|a|do|does|can|could|should|would)$/.test(
        before,
      );
    return isCounted ? 'single' : null;
  }
  if (words[at - 1]?.text === 'how') return null;
  return MARKS.get(text) ?? null;
}
