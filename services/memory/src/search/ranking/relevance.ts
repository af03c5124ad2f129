import type { SignalSource } from '../signals.js';
import { analyseText } from '../text/analyse-text.js';
import type { ParsedQuestion } from './parse-question.js';
import type { BaseSignals } from './plain-score.js';

/** What an embedding model gives for the query and texts that do not answer it. */
export interface UnrelatedCosines {
  /** Mean cosine of the query and the nearest of UNRELATED_TEXTS. */
  nearest: number;
  /** Standard deviation of the cosines of unrelated texts. */
  deviation: number;
}

/** The features of relevance, in the order of the weights. All are about 0 to 5. */
export const RELEVANCE_FEATURES = [
  'intercept',
  /** Cosine above that of the nearest unrelated texts, in their standard deviations. */
  'aboveUnrelated',
  /** z-score of the cosine among all memories. */
  'aboveOthers',
  /** Share of the query that the memory contains, by the rarity of its terms. */
  'coverage',
  /** Share of the names in the query that no memory contains. */
  'unknownNames',
  /** The query names another speaker. */
  'otherSpeaker',
  /** Score behind the best hit, up to 4. */
  'behind',
  /** Score of the ranking. */
  'score',
  /** Common logarithm of the number of memories. */
  'memories',
] as const;

/**
 * Weights of the features: logistic regression on queries with and without an answer in LoCoMo-dev, LifeBench, RealMem
 * and the notes, each set with the same weight. To repeat it: benchmarks/src/retrieval/fit-relevance.ts.
 */
const WITH_VECTOR: readonly number[] = [-2.55, 0.27, 0.43, 0.34, -1.8, -1.67, -1.74, 1.01, -1.19];
/** The same without a query embedding. */
const WITHOUT_VECTOR: readonly number[] = [-2.53, 0, 0, 2.37, -2.37, -1.69, -2.17, 0.92, -0.46];

/** Relevance from which agents get a memory without asking for it; see docs/recall.md. */
export const INJECTION_RELEVANCE = 0.1;

export interface Ranked {
  question: ParsedQuestion;
  base: BaseSignals;
  /** Score of each row. */
  total: Float32Array;
  unrelated: UnrelatedCosines | null;
}

/** Returns the features of the hits at these positions, best first. */
export function relevanceFeatures(
  { question, base, total, unrelated }: Ranked,
  source: SignalSource,
  rows: Uint32Array,
  hits: readonly number[],
  highest: number,
): Float64Array[] {
  const { mean, deviation } = base.cosines;
  const unknownNames = shareOfUnknown(question.names, base.absent);
  const named = namedSpeakers(question, source, rows, hits);
  const memories = Math.log10(1 + rows.length);
  return hits.map((at) => {
    const speaker = source.columns.speaker[rows[at]!]!;
    const cosine = base.semantic[at]!;
    return Float64Array.of(
      1,
      unrelated === null ? 0 : (cosine - unrelated.nearest) / unrelated.deviation,
      unrelated === null ? 0 : clamp((cosine - mean) / deviation, -3, 6),
      base.coverage(at),
      unknownNames,
      named.size === 1 && speaker !== -1 && !named.has(speaker) ? 1 : 0,
      Math.min(4, highest - total[at]!),
      clamp(total[at]!, -2, 8),
      memories,
    );
  });
}

/** Returns the probability, from 0 to 1, that a hit with these features answers the query. */
export function relevanceOf(features: Float64Array, hasVector: boolean): number {
  const weights = hasVector ? WITH_VECTOR : WITHOUT_VECTOR;
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += weights[at]! * features[at]!;
  return 1 / (1 + Math.exp(-sum));
}

/** Number of best hits that decide whether the response answers the query. */
const DECIDING_HITS = 5;

/** Returns the probability that one of the hits answers the query. */
export function answerableOf(relevances: readonly number[]): number {
  const best = relevances.toSorted((a, b) => b - a).slice(0, DECIDING_HITS);
  return 1 - best.reduce((none, relevance) => none * (1 - relevance), 1);
}

function shareOfUnknown(names: readonly string[], absent: readonly string[]): number {
  if (names.length === 0) return 0;
  return names.filter((name) => absent.includes(name)).length / names.length;
}

/** Returns the speakers of the hits that the query names by their first word. */
function namedSpeakers(
  { terms }: ParsedQuestion,
  source: SignalSource,
  rows: Uint32Array,
  hits: readonly number[],
): Set<number> {
  const speakers = new Set(hits.map((at) => source.columns.speaker[rows[at]!]!));
  speakers.delete(-1);
  return new Set(
    [...speakers].filter((speaker) => {
      const first = analyseText(source.speakerName(speaker))[0];
      return first !== undefined && terms.includes(first);
    }),
  );
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.max(lowest, Math.min(highest, value));
}
