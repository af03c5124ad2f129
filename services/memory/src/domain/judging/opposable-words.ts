import type { Word } from '../meaning/word.js';

/** Opposites whose sense depends on what stands around them; their order is judged by itself. */
const RELATIONS =
  /^(?:before|after|over|under|from|to|in|out|into|up|down|by|with|without|more|less|fewer|least|most|minimum|maximum|min|max|first|last)$/;

/** Places of plain words that another statement may turn round by their opposites. */
export function opposableWords(words: readonly Word[], taken: ReadonlySet<number>): number[] {
  return [...words.keys()].filter((at) => {
    const { text, number, isIdentifier } = words[at]!;
    if (taken.has(at) || number !== null || isIdentifier || RELATIONS.test(text)) return false;
    return (text !== 'on' && text !== 'off') || isState(words, at);
  });
}

/** "is on", "turn off", "off by default"; not "works on it" or "paid off". */
function isState(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.text ?? 'is';
  const after = words[at + 1]?.text ?? 'when';
  return (
    /^(?:by|in|for|during|when|unless)$/.test(after) &&
    /^(?:is|are|be|been|was|were|turn|turned|switch|switched|stays?|remains?|keep|kept|it|always|them)$/.test(
      before,
    )
  );
}
