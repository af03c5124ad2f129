/** Precision, recall and hit counts at one threshold. Pairs with at least this score are hits. */
export interface Outcome {
  readonly precision: number;
  readonly recall: number;
  readonly hits: number;
  readonly falseHits: number;
}

/**
 * Measures the hits at a threshold. `negativeWeight` scales the count of false hits, to simulate other
 * proportions of different questions.
 */
export function outcomeAt(
  scores: readonly number[],
  labels: readonly boolean[],
  threshold: number,
  negativeWeight = 1,
): Outcome {
  let right = 0;
  let falseHits = 0;
  for (const [at, score] of scores.entries()) {
    if (score < threshold) continue;
    if (labels[at]) right++;
    else falseHits++;
  }
  return {
    precision: right + falseHits === 0 ? 1 : right / (right + falseHits * negativeWeight),
    recall: right / labels.filter(Boolean).length,
    hits: right + falseHits,
    falseHits,
  };
}

/**
 * Returns the lowest threshold with at least this precision, and its recall. Pairs with a score of -Infinity
 * never hit.
 */
export function recallAt(
  scores: readonly number[],
  labels: readonly boolean[],
  precision: number,
  negativeWeight = 1,
): { recall: number; threshold: number } {
  const order = [...scores.keys()].filter((at) => scores[at]! > Number.NEGATIVE_INFINITY);
  order.sort((a, b) => scores[b]! - scores[a]!);
  const positives = labels.filter(Boolean).length;
  let right = 0;
  let wrong = 0;
  let best = { recall: 0, threshold: Number.POSITIVE_INFINITY };
  for (const [place, at] of order.entries()) {
    if (labels[at]) right++;
    else wrong += negativeWeight;
    const isLastOfItsScore = scores[order[place + 1] ?? -1] !== scores[at];
    if (isLastOfItsScore && right / (right + wrong) >= precision)
      best = { recall: right / positives, threshold: scores[at]! };
  }
  return best;
}
