import type { SignalSource } from '../signals.js';
import { analyseText } from '../text/analyse-text.js';
import type { ParsedQuestion } from './parse-question.js';
import type { BaseSignals } from './plain-score.js';
import type { Spread } from './standardise.js';

/** The features of relevance, in the order of the weights. All are about 0 to 5. */
export const RELEVANCE_FEATURES = [
  'intercept',
  /** Cosine as a z-score among the cosines of unrelated texts, so that it does not depend on the model. */
  'aboveUnrelated',
  /** z-score of the cosine among all memories; less for few memories, which are no sample. */
  'aboveOthers',
  /** Share of the query that the memory contains, by the rarity of its terms. */
  'coverage',
  /** Share of the names in the query that no memory contains. */
  'unknownNames',
  /** The query names another speaker. */
  'otherSpeaker',
  /** Score behind the best hit, up to 4. */
  'behind',
  /** Common logarithm of the number of memories. */
  'memories',
  /** Share of the terms of the query that no memory contains. */
  'absent',
] as const;

/**
 * Weights of the features: logistic regression on queries with and without an answer in LoCoMo-dev, RealMem, LifeBench,
 * the notes and two sets of prompts, each set with the same weight. AUC of answerable, each set with weights fitted on the
 * others (in parentheses: against the same queries without the memories that answer them): prompts 0.951 (0.874), notes
 * 0.931 (0.873), LoCoMo-dev 0.908 (0.749), RealMem 0.896 (0.603), workday 0.868 (0.832), LifeBench 0.767 (0.661), and
 * prompts that were put aside 0.815 (0.779). To repeat it: benchmarks/src/retrieval/fit-relevance.ts.
 */
const WITH_VECTOR: readonly number[] = [-1.19, 0.69, 0.37, 3.13, -0.38, -2.49, -0.58, -1.58, -1.17];
/** The same without a query embedding. */
const WITHOUT_VECTOR: readonly number[] = [0.55, 0, 0, 4.64, -0.3, -2.81, -0.7, -1.24, -2.33];

/** Relevance from which agents get a memory without asking for it; see docs/connect.md. */
export const INJECTION_RELEVANCE = 0.25;

/** Number of memories at which a z-score counts half. */
const SMALL_SAMPLE = 20;

export interface Ranked {
  question: ParsedQuestion;
  base: BaseSignals;
  /** Score of each row. */
  total: Float32Array;
  unrelated: Spread | null;
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
  const absent = question.terms.length === 0 ? 0 : base.absent.length / new Set(question.terms).size;
  const sampled = rows.length / (rows.length + SMALL_SAMPLE);
  return hits.map((at) => {
    const speaker = source.columns.speaker[rows[at]!]!;
    const cosine = base.semantic[at]!;
    return Float64Array.of(
      1,
      unrelated === null ? 0 : (cosine - unrelated.mean) / unrelated.deviation,
      unrelated === null ? 0 : sampled * clamp((cosine - mean) / deviation, -3, 6),
      base.coverage(at),
      unknownNames,
      named.size === 1 && speaker !== -1 && !named.has(speaker) ? 1 : 0,
      Math.min(4, highest - total[at]!),
      memories,
      absent,
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

/**
 * Returns the probability that the hits answer the query: that of the most relevant one. The probability that one of the
 * best five does would also count hits near the subject, and separates less (AUC 0.70 against 0.73 on LoCoMo-dev).
 */
export function answerableOf(relevances: readonly number[]): number {
  return relevances.reduce((highest, relevance) => Math.max(highest, relevance), 0);
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
