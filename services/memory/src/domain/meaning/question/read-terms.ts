import type { Word } from '../word.js';
import { ENDS_ROLE, LIGHT, MARK_PHRASES, MARKS, PRAISE, REQUESTS, ROLES } from './question-words.js';
import type { Quote } from './quotations.js';

/** A word that says what is asked about, with its part in it. */
export interface Term<W extends Word = Word> {
  readonly word: W;
  /** Its place among all words. */
  readonly at: number;
  /** Of the preposition before it, '' without one. */
  readonly role: string;
  /** Alone on one side it changes no question. */
  readonly isLight: boolean;
  /** In quotation marks: meant by its characters. */
  readonly isQuoted: boolean;
}

export interface Mark {
  readonly kind: string;
  readonly words: readonly Word[];
}

/** What two questions are compared by; numbers and negations are read elsewhere. */
export interface Terms<W extends Word = Word> {
  readonly terms: readonly Term<W>[];
  readonly marks: readonly Mark[];
  /** The words outside of quotations. */
  readonly bare: readonly W[];
}

const LONGEST_PHRASE = 3;
const BEGINS_PHRASE = /^(?:at|no|not|or|up|more|less|fewer|minimum|maximum)$/;
/** Around one word, as a quotation. */
const QUOTE_SIGNS = /["“”`'‘’]/;
/** Words within which something is made another. */
const MADE = 5;

/** The words of a question; what stands in `quotes` is compared elsewhere. */
export function readTerms<W extends Word>(
  { text, words }: { text: string; words: readonly W[] },
  quotes: readonly Quote[],
): Terms<W> {
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
    const quote = quotes.find(({ first, last }) => at >= first && at <= last);
    if (quote !== undefined) {
      at = quote.last;
      continue;
    }
    const phrase = BEGINS_PHRASE.test(word.text) ? markPhrase(words, at) : undefined;
    if (phrase !== undefined) {
      marks.push({ kind: phrase.kind, words: words.slice(at, at + phrase.count) });
      at += phrase.count - 1;
      continue;
    }
    const preposition = ROLES.get(word.text);
    if (preposition !== undefined && !word.isName && !isTopic(words, at)) {
      role = word.text === 'by' && /^mean/.test(before?.text ?? '') ? '' : preposition;
      continue;
    }
    const mark = markOf(words, at);
    // "this sentence" is the one that is quoted.
    if (mark !== null && !(mark === 'this' && quotes.length > 0)) {
      marks.push({ kind: mark, words: [word] });
      continue;
    }
    if (ENDS_ROLE.has(word.text)) role = '';
    if (word.isNegation) continue;
    const isQuoted = QUOTE_SIGNS.test(gap.slice(-1)) && QUOTE_SIGNS.test(text.slice(word.end, word.end + 1));
    const isLight = !word.isName && !isQuoted && isLightAt(words, at, clause);
    if (word.isContent || isLight || isTopic(words, at) || REQUESTS.has(word.text))
      terms.push({ word, at, role: word.text.endsWith("'s") ? 'of' : role, isLight, isQuoted });
  }
  const bare = words.filter((_, at) => !quotes.some(({ first, last }) => at >= first && at <= last));
  return { terms, marks, bare };
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

function markPhrase(words: readonly Word[], at: number): { kind: string; count: number } | undefined {
  const text = words
    .slice(at, at + LONGEST_PHRASE)
    .map((word) => word.text)
    .join(' ');
  for (const [pattern, kind] of MARK_PHRASES) {
    const match = pattern.exec(text);
    if (match !== null) return { kind, count: match[0].split(' ').length };
  }
  return undefined;
}
