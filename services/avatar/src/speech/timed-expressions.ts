import type { ExpressionTag, TimedExpression } from '@anima/face/expressions';
import type { TimedWord } from './speech-engine.js';

/**
 * Returns the times of expression tags: each starts with the next word, or at the end of the last word. Both
 * lists are in order.
 */
export function timedExpressions(
  marks: readonly ExpressionTag[],
  words: readonly TimedWord[],
): TimedExpression[] {
  let next = 0;
  return marks.map(({ at, expression }) => {
    while (next < words.length && words[next]!.charStart < at) next++;
    return { seconds: words[next]?.start ?? words.at(-1)?.end ?? 0, expression };
  });
}
