import type { SignalSource } from '../signals.js';
import { conversationSignals, firstNotBelow, type SignalTable } from './conversation-signals.js';
import type { DatePhrase } from './date-phrases.js';
import { parseQuestion } from './parse-question.js';
import type { BaseSignals } from './plain-score.js';
import { spreadOf } from './standardise.js';
import { CONVERSATION_WEIGHTS, SIGNALS, type Signal } from './weights.js';

/**
 * Up to this number of rows, all turns are scored. Above it, the turns near the best plain scores and a
 * sample for the z-scores are scored, which finds no less. All of LoCoMo-dev and the notes in one pool of
 * 2,866 memories, over HTTP, R@10 / MRR of the turns' queries and of the notes' queries: all turns 0.849 /
 * 0.681 and 0.922 / 0.818, these limits 0.856 / 0.689 and 0.922 / 0.827.
 */
const EXHAUSTIVE_ROWS = 1_000;
const LIKELY_ROWS = 300;
/** The sample consists of runs, so that most neighbours are in it. */
const SAMPLED_RUNS = 8;
const RUN_LENGTH = 64;
/**
 * Penalty of turns against notes if the query does not name a speaker; it has no effect without notes. It is
 * a compromise, tuned on pools of one LoCoMo-dev conversation and all notes. MRR of the notes' queries: 0.816
 * without it, 0.857 with it (0.880 without the turns). MRR of the turns' queries with all names replaced by
 * "they": 0.691 without it, 0.688 with it. Queries that name a speaker do not change.
 */
const UNADDRESSED_RESERVE = 0.6;
/**
 * Penalty of all turns of a conversation except its best one, so that the results come from more conversations. 0.3 to
 * 0.7 make little difference for LoCoMo-dev, whose evidence are turns; see docs/lab/retrieval.md.
 */
const FOLLOWER_PENALTY = 0.5;

/** Returns the ascending positions in `rows` whose turns get the conversational score. */
export function chooseTurns(source: SignalSource, rows: Uint32Array, base: BaseSignals): Uint32Array {
  const { conversation } = source.columns;
  if (!source.hasTurns || !holdsTurn(rows, conversation)) return new Uint32Array(0);
  const candidates = rows.length <= EXHAUSTIVE_ROWS ? rows : likelyAndSampled(source, rows, base.fused);
  const positions = new Uint32Array(candidates.length);
  let count = 0;
  let at = 0;
  for (const row of candidates) {
    if (conversation[row] === -1) continue;
    at = firstNotBelow(rows, row, at);
    // A neighbour that does not pass the filter is not in `rows`.
    if (rows[at] === row) positions[count++] = at;
  }
  return positions.subarray(0, count);
}

function holdsTurn(rows: Uint32Array, conversation: Int32Array): boolean {
  for (let at = 0; at < rows.length; at++) if (conversation[rows[at]!] !== -1) return true;
  return false;
}

/** Returns the rows with the best plain scores, their neighbours, and a sample, ascending. */
function likelyAndSampled(source: SignalSource, rows: Uint32Array, fused: Float32Array): Uint32Array {
  const { previous, next } = source.columns;
  const chosen = new Set<number>();
  for (const at of aboutTheBest(fused, LIKELY_ROWS)) {
    const row = rows[at]!;
    chosen.add(row);
    for (const step of [previous, next]) {
      const neighbour = step[row]!;
      if (neighbour === -1) continue;
      chosen.add(neighbour);
      if (step[neighbour] !== -1) chosen.add(step[neighbour]!);
    }
  }
  const stride = rows.length / SAMPLED_RUNS;
  for (let run = 0; run < SAMPLED_RUNS; run++) {
    const start = Math.floor(run * stride);
    for (const row of rows.subarray(start, start + RUN_LENGTH)) chosen.add(row);
  }
  return Uint32Array.from(chosen).sort();
}

const THRESHOLD_SAMPLE = 2_000;

/** Returns the positions of about `count` highest values, with a threshold from a sample, in one pass. */
function aboutTheBest(values: Float32Array, count: number): number[] {
  const stride = Math.max(1, Math.floor(values.length / THRESHOLD_SAMPLE));
  const sample = new Float32Array(Math.floor(values.length / stride));
  for (let i = 0; i < sample.length; i++) sample[i] = values[i * stride]!;
  sample.sort();
  const threshold =
    sample[Math.max(0, sample.length - 1 - Math.ceil((count / values.length) * sample.length))]!;
  const positions: number[] = [];
  for (let at = 0; at < values.length; at++) if (values[at]! >= threshold) positions.push(at);
  return positions;
}

/**
 * Returns the conversational score of the turns at these positions on the scale of `base.fused`: it gets the
 * mean and the spread that the plain score has over the same turns, so that turns and notes are comparable.
 */
export function conversationScore(
  query: { text: string; vector: Float32Array | null; dates?: readonly DatePhrase[] },
  source: SignalSource,
  rows: Uint32Array,
  positions: Uint32Array,
  base: BaseSignals,
): Float32Array {
  // If all rows are turns, the same array is passed, for which the index is prepared already.
  const turns = positions.length === rows.length ? rows : positions.map((at) => rows[at]!);
  const pick = (values: Float32Array): Float32Array => {
    const picked = new Float32Array(positions.length);
    for (let at = 0; at < picked.length; at++) picked[at] = values[positions[at]!]!;
    return picked;
  };
  const question = parseQuestion(query.text, speakersOf(source, turns), query.dates);
  const signals = conversationSignals(question, query.vector, source, turns, {
    keyword: pick(base.keyword),
    semantic: pick(base.semantic),
    words: pick(base.words),
  });
  const score = scoreTurns(signals, CONVERSATION_WEIGHTS);
  penaliseFollowers(score, (at) => source.columns.conversation[turns[at]!]!);
  const plain = spreadOf(pick(base.fused), 1);
  const own = spreadOf(score, 1);
  const reserve = question.speakers.length === 0 ? UNADDRESSED_RESERVE : 0;
  for (let at = 0; at < score.length; at++) {
    score[at] = plain.mean + ((score[at]! - own.mean) / own.deviation) * plain.deviation - reserve;
  }
  return score;
}

/** Returns the weighted sum of the signals. */
export function scoreTurns(signals: SignalTable, weights: Readonly<Record<Signal, number>>): Float32Array {
  const score = new Float32Array(signals.semantic.length);
  for (const signal of SIGNALS) {
    const weight = weights[signal];
    const values = signals[signal];
    if (weight !== 0) for (let at = 0; at < score.length; at++) score[at]! += weight * values[at]!;
  }
  return score;
}

/** Subtracts the penalty from every turn except the best turn of each conversation. */
export function penaliseFollowers(score: Float32Array, conversationOf: (at: number) => number): void {
  const best = new Map<number, number>();
  for (let at = 0; at < score.length; at++) {
    const conversation = conversationOf(at);
    const leader = best.get(conversation);
    if (leader === undefined || score[at]! > score[leader]!) best.set(conversation, at);
  }
  for (let at = 0; at < score.length; at++) {
    if (best.get(conversationOf(at)) !== at) score[at]! -= FOLLOWER_PENALTY;
  }
}

/** Returns the names of all speakers of these turns. */
export function speakersOf(source: SignalSource, turns: Uint32Array): string[] {
  const numbers = new Set<number>();
  for (const row of turns) numbers.add(source.columns.speaker[row]!);
  numbers.delete(-1);
  return Array.from(numbers, (speaker) => source.speakerName(speaker));
}
