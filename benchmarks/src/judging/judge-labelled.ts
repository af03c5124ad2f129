import { findCalibration } from '@anima/memory/dist/embedding/calibration/find-calibration.js';
import type { TextEmbedder } from '@anima/memory/dist/embedding/text-embedder.js';
import { dot } from '@anima/memory/dist/embedding/vector-math.js';
import type { StatementJudge, TextPair } from '@anima/memory/dist/judge/pair-judge.js';
import { createRuleJudge } from '@anima/memory/dist/text-comparison/rule-judge.js';

export interface Verdict {
  readonly kind: 'conflict' | 'duplicate' | 'none' | 'open';
  readonly evidence: readonly string[];
}

/** Returns the rule-based judge with the shipped calibration of the model. */
export function ruleJudge({ model }: Pick<TextEmbedder, 'model'>): StatementJudge {
  return createRuleJudge(findCalibration(model)!.statements);
}

/** Returns each pair of texts with the verdict of a judge. */
export async function judgeTexts<Pair extends { readonly a: string; readonly b: string }>(
  pairs: readonly Pair[],
  judge: StatementJudge,
  embedder: TextEmbedder,
): Promise<(Pair & { verdict: Verdict })[]> {
  const found: TextPair[] = [];
  for (const { a, b } of pairs) {
    const [[vectorOfA], [vectorOfB]] = (await embedder.embed([a, b])) as [Float32Array[], Float32Array[]];
    found.push({ a: { text: a }, b: { text: b }, cosine: dot(vectorOfA!, vectorOfB!) });
  }
  const verdicts = await verdictsOf(found, judge);
  return pairs.map((pair, at) => ({ ...pair, verdict: verdicts[at]! }));
}

/** Judges pairs as decisions, as an audit does: a contradiction takes precedence over a duplicate. */
export async function verdictsOf(pairs: readonly TextPair[], judge: StatementJudge): Promise<Verdict[]> {
  const contradictions = await judge.contradiction(pairs);
  const same = await judge.sameStatement(pairs);
  return contradictions.map(({ answer, evidence }, at) => {
    if (answer === 'yes') return { kind: 'conflict', evidence };
    if (same[at]!.answer === 'yes') return { kind: 'duplicate', evidence: same[at]!.evidence };
    if (answer === 'no') return { kind: 'none', evidence: [] };
    return { kind: 'open', evidence };
  });
}
