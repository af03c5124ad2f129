import type { Word } from '../meaning/word.js';

/** The words, from `first` to before `end`, that a statement names only to say that they do not hold, or do no more. */
export interface Rejection {
  readonly first: number;
  readonly end: number;
  /** Tells that it was so before. */
  readonly isChange: boolean;
}

const CHANGED =
  /^(?:switch|switched|move|moved|migrate|migrated|change|changed|raise|raised|lower|lowered|increase|increased|decrease|decreased|reduce|reduced|upgrade|upgraded|downgrade|downgraded|convert|converted|bumped|renamed|shortened|extended|ported|rewrote|rewritten|took|taken|went)$/;
const REPLACED = /^(?:replace|replaced|replaces|swap|swapped|exchanged|dropped|abandoned)$/;
const PHRASE_END = /^(?:for|because|since|as|in|on|at|when|after|before|and|so|due|with|by|to|from)$/;

/** "local time, not UTC", "X instead of Y", "replaced Y with X", "Y was replaced by X", "moved from Y to X". */
export function readRejection(text: string, words: readonly Word[]): Rejection | null {
  const find = (pattern: RegExp, from: number): number =>
    words.findIndex((word, at) => at >= from && pattern.test(word.text));
  const phrase = (first: number): number => {
    const end = find(PHRASE_END, first);
    return end < 0 ? words.length : end;
  };
  const between = (first: number, end: number, isChange = true): Rejection | null => {
    const said = words.slice(first, end);
    return said.some(({ isContent, number }) => isContent || number !== null)
      ? { first, end, isChange }
      : null;
  };
  const contrast = words.findIndex((_, at) => isContrast(text, words, at));
  if (contrast > 0) {
    let end = contrast + 1;
    while (end < words.length && !/[,;:.()–—]/.test(text.slice(words[end - 1]!.end, words[end]!.start)))
      end++;
    return between(contrast, end, find(/^now$/, 0) >= 0);
  }
  const replaced = find(REPLACED, 0);
  if (replaced >= 0 && !/^(?:support|using|use)$/.test(words[replaced + 1]?.text ?? '')) {
    const partner = find(/^(?:with|for|favour|favor)$/, replaced + 1);
    return partner < 0 && words[replaced]!.text !== 'replaces'
      ? null
      : between(replaced + 1, phrase(replaced + 1));
  }
  const changed = find(CHANGED, 0);
  const from = changed < 0 ? -1 : find(/^from$/, changed + 1);
  return from < 0 ? null : between(from + 1, phrase(from + 1));
}

function isContrast(text: string, words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  const { text: word, start } = words[at]!;
  if (before === undefined) return false;
  if (word === 'instead' || word === 'rather') return /^(?:of|than)$/.test(words[at + 1]?.text ?? '');
  return word === 'not' && (before.text === 'and' || /^\s*,|^\s+[-–—]\s/.test(text.slice(before.end, start)));
}

/** The verb of a change says nothing of what it is about. */
export function isChangeVerb({ text }: Word): boolean {
  return CHANGED.test(text) || REPLACED.test(text);
}
