import type { Word } from '../meaning/word.js';

/** What a statement of change says: places of what was, and of what is now. */
export interface Change {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

const CHANGED =
  /^(?:switch|switched|move|moved|migrate|migrated|change|changed|raise|raised|lower|lowered|increase|increased|decrease|decreased|reduce|reduced|upgrade|upgraded|downgrade|downgraded|convert|converted|bumped|renamed|shortened|extended|ported|rewrote|rewritten|took|taken|went)$/;
const REPLACED = /^(?:replace|replaced|replaces|swap|swapped|exchanged|dropped|abandoned)$/;
const PHRASE_END = /^(?:for|because|since|as|in|on|at|when|after|before|and|so|due|with|by|to|from)$/;

/** The change that a statement tells of, else null. */
export function changeOf(words: readonly Word[]): Change | null {
  const find = (pattern: RegExp, from = 0): number =>
    words.findIndex(({ text }, at) => at >= from && pattern.test(text));
  const instead = words.findIndex(
    ({ text }, at) => /^(?:instead|rather)$/.test(text) && /^(?:of|than)$/.test(words[at + 1]?.text ?? ''),
  );
  if (instead > 0 && find(/^now$/) >= 0)
    return { before: phraseFrom(words, instead + 2), after: contentBefore(words, instead, 2) };
  const replaced = find(REPLACED);
  if (replaced >= 0) {
    const partner = find(/^(?:with|by|for|favour|favor)$/, replaced + 1);
    if (partner < 0) return null;
    const isPassive =
      words[partner]!.text === 'by' && /^(?:is|was|were|are|been)$/.test(words[replaced - 1]?.text ?? '');
    const before = isPassive ? contentBefore(words, replaced, 9) : phraseFrom(words, replaced + 1);
    return {
      before,
      after: phraseFrom(words, words[partner + 1]?.text === 'of' ? partner + 2 : partner + 1),
    };
  }
  const verb = find(CHANGED);
  const from = verb < 0 ? -1 : find(/^from$/, verb + 1);
  if (from < 0) return null;
  const to = find(/^to$/, from + 1);
  return {
    before: phraseFrom(words, from + 1),
    after: to < 0 ? contentBefore(words, verb, 2) : phraseFrom(words, to + 1),
  };
}

/** Places of the words of a phrase that say something, up to the next preposition. */
function phraseFrom(words: readonly Word[], first: number): number[] {
  const places: number[] = [];
  for (let at = first; at < words.length && at < first + 5; at++) {
    if (PHRASE_END.test(words[at]!.text)) break;
    if (words[at]!.isContent || words[at]!.number !== null) places.push(at);
  }
  return places;
}

function contentBefore(words: readonly Word[], end: number, count: number): number[] {
  return words.flatMap(({ isContent }, at) => (isContent && at < end ? [at] : [])).slice(-count);
}

export function isChangeWord({ text }: Word): boolean {
  return CHANGED.test(text) || REPLACED.test(text) || text === 'over';
}
