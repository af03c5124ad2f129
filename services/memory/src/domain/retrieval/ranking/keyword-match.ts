import type { SignalSource } from '../signals.js';

/** Porter stems, k1 .9, b .4: reference/embeddings-and-retrieval.md. */
const OPTIONS = { k1: 0.9, b: 0.4, field: 'all' } as const;

/** What a full match is worth, in standard deviations of the cosine; from 8 to 14 it makes little difference. */
const FULL_MATCH = 12;
/** BM25 of a full match by documents of average length with every term once is the sum of idf; many have some twice. */
const USUAL_SURPLUS = 1.3;

export interface KeywordMatch {
  /** BM25 of each row. */
  bm25: Float32Array;
  highest: number;
  /** How far words speak for each row, on the scale of a z-score of the cosine; 0 where nothing matches. */
  score: Float32Array;
}

/**
 * BM25 and what it is worth: 12 · BM25 / (1.3 Σ idf) · coverage, coverage = the idf of the question's terms the row
 * has, over that of all its terms, idf = ln(1 + (N - df + .5) / (df + .5)).
 *
 * A z-score of BM25 makes a lone match of a common word as loud as a full match of rare ones, and says most where
 * the question was put in other words. Against z-fusion (R@5 / R@10 / MRR): notes .883/.961/.808 ->
 * .948/.974/.880, the paraphrases among their questions MRR .386 -> .615; LoCoMo-dev as if it were notes
 * .633/.717/.542 -> .650/.744/.544.
 */
export function matchKeywords(
  terms: readonly string[],
  source: SignalSource,
  rows: Uint32Array,
  into?: { bm25: Float32Array; covered: Float32Array },
): KeywordMatch {
  if (terms.length === 0 || rows.length === 0) {
    return { bm25: new Float32Array(rows.length), highest: 0, score: new Float32Array(rows.length) };
  }
  const { bm25, covered: score, totalIdf } = source.keywordCoverage(terms, rows, OPTIONS, into);
  const scale = FULL_MATCH / (USUAL_SURPLUS * totalIdf * totalIdf);
  let highest = 0;
  for (let at = 0; at < score.length; at++) {
    const own = bm25[at]!;
    if (own === 0) continue;
    if (own > highest) highest = own;
    score[at] = scale * own * score[at]!;
  }
  return { bm25, highest, score };
}
