import type { ExpressionTag, TimedExpression } from '@anima/face/expressions';
import type { TimedWord } from '../../ports/speech-engine.js';

/** When the marks of a text are shown: with the first word behind each; with the end of the last where none is. Both in order. */
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
