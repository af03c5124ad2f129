import type { Memory } from '../memory/memory.js';
import type { Judgement } from '../relations/relation.js';
import type { Observation } from './audit-run.js';
import { comparedText } from './compared-text.js';
import { type JudgedPair, keyOf } from './judged-pair.js';
import { observeConflict } from './report-conflicts.js';
import { duplicateGroups, observeDuplicates } from './report-duplicates.js';
import { judgedPair } from './stored-judgements.js';

/**
 * Returns the observations that an audit would report for these judgements: conflicts and groups of
 * duplicates.
 */
export function observeJudgements(
  memories: ReadonlyMap<string, Memory>,
  judgements: readonly Judgement[],
): Observation[] {
  const places = [...new Set(judgements.flatMap(({ from, to }) => [from, to]))];
  const texts = places.map((memoryId) => comparedText([memories.get(memoryId)!]));
  const judged = judgements.flatMap((judgement): JudgedPair[] => {
    const [a, b] = [judgement.from, judgement.to].map((side) => places.indexOf(side)).sort((x, y) => x - y);
    const pair = judgedPair(judgement, { a: a!, b: b! });
    return pair === null ? [] : [pair];
  });
  const judgedOf = new Map(judged.map((pair) => [keyOf(pair), pair] as const));
  return [
    ...judged.flatMap((pair) =>
      pair.kind === 'conflict' ? observeConflict(texts[pair.a]!, texts[pair.b]!, pair) : [],
    ),
    ...duplicateGroups(texts, judged).flatMap((group) => observeDuplicates(texts, group, judgedOf) ?? []),
  ];
}
