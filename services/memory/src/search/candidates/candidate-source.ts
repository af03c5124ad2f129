import type { Bm25Options, KeywordCoverage, RowColumns, SignalSource } from '../signals.js';

/** The fields of a candidate memory that ranking needs. */
export interface Candidate {
  key: number;
  conversation: string | null;
  speaker: string | null;
  occurredAt: number;
  createdAt: number;
  importance: number;
  facts: number;
  /** Number of terms. */
  bodyLength: number;
  headerLength: number;
  /** Cosine of the query and the best window; 0 without a query embedding. */
  cosine: number;
  /** Cosine of the query and "previous turn, this turn"; NaN if the memory has no such vector. */
  context: number;
  /** The requested terms that the memory contains. */
  terms: readonly HeldTerm[];
  /** Keys of the two turns before it in its conversation, nearest first, and of the two after it. */
  before: readonly number[];
  after: readonly number[];
}

export interface HeldTerm {
  term: string;
  /** Number of occurrences in the content and in the header. */
  body: number;
  header: number;
}

/** Statistics of all memories that pass the filter, if the candidates are only some of them. */
export interface Population {
  total: number;
  /** Total number of terms, headers included. */
  length: number;
  /** Number of memories that contain each term, if known; 0 for terms that are not in the map. */
  holding: ReadonlyMap<string, number>;
  cosines: { mean: number; deviation: number };
}

/** The candidates as rows, ordered by their keys. */
export interface CandidateSource extends SignalSource {
  /** All rows. Statistics over this list, identified by reference, are those of the population. */
  readonly rows: Uint32Array;
  keyOf(row: number): number;
}

/** Number of turns before and after each candidate that are known; the maximum size of a window. */
const REACH = 2;

interface Posting {
  row: number;
  body: number;
  header: number;
}

/**
 * Creates the ranking input for candidates that another search found. Statistics over all rows (document
 * frequencies, average lengths, the spread of cosines) are those of the population. Statistics over some of
 * the rows, or without a population, are counted.
 */
export function createCandidateSource(
  found: readonly Candidate[],
  population: Population | null = null,
): CandidateSource {
  const candidates = found.toSorted((a, b) => a.key - b.key);
  const rows = Uint32Array.from(candidates.keys());
  const rowOf = new Map(candidates.map(({ key }, row) => [key, row]));
  const postings = postingsOf(candidates);
  const around = turnsAround(candidates, rowOf);
  /** Visits the turns of a window except its own turn. */
  const visitWindow = (row: number, before: number, after: number, visit: (turn: number) => void): void => {
    const first = row * 2 * REACH;
    for (let step = 0; step < before; step++) if (around[first + step] !== -1) visit(around[first + step]!);
    for (let step = REACH; step < REACH + after; step++)
      if (around[first + step] !== -1) visit(around[first + step]!);
  };
  const pick = (
    asked: Uint32Array,
    value: (candidate: Candidate) => number,
    into?: Float32Array,
  ): Float32Array => {
    const values = into ?? new Float32Array(asked.length);
    for (let at = 0; at < asked.length; at++) values[at] = value(candidates[asked[at]!]!);
    return values;
  };
  const { columns, speakerName } = columnsOf(candidates, around);

  function keywordCoverage(
    terms: readonly string[],
    asked: Uint32Array,
    { k1, b, field }: Bm25Options,
    into = { bm25: new Float32Array(asked.length), covered: new Float32Array(asked.length) },
  ): KeywordCoverage {
    const bm25 = into.bm25.fill(0);
    const covered = into.covered.fill(0);
    const over = asked === rows ? population : null;
    const documents = over?.total ?? asked.length;
    const withHeader = field === 'all' ? 1 : 0;
    const lengths = pick(asked, ({ bodyLength, headerLength }) => bodyLength + withHeader * headerLength);
    const average = (over?.length ?? sum(lengths)) / documents || 1;
    const positions = positionsOf(asked, candidates.length);
    let totalIdf = 0;
    const absent: string[] = [];
    for (const term of new Set(terms)) {
      const held = heldAmong(postings.get(term) ?? [], positions, withHeader);
      const holding = Math.max(held.length, over?.holding.get(term) ?? 0);
      if (holding === 0) absent.push(term);
      const idf = inverseDocumentFrequency(holding, documents);
      totalIdf += idf;
      for (const { at, tf } of held) {
        bm25[at]! += (idf * (k1 + 1) * tf) / (tf + k1 * (1 - b + (b * lengths[at]!) / average));
        covered[at]! += idf;
      }
    }
    return { bm25, covered, totalIdf, absent };
  }

  return {
    rows,
    columns,
    hasTurns: candidates.some(({ conversation }) => conversation !== null),
    ...(population === null ? {} : { cosineSpread: population.cosines }),
    keyOf: (row) => candidates[row]!.key,
    speakerName,
    semantic: (_query, asked, into) => pick(asked, ({ cosine }) => cosine, into),
    context: (_query, asked) => pick(asked, ({ context }) => context),
    keyword: (terms, asked, options) => keywordCoverage(terms, asked, options).bm25,
    keywordCoverage,

    windowKeyword(terms, asked, { k1, b, before, after }) {
      const positions = positionsOf(asked, candidates.length);
      const lengths = pick(asked, ({ bodyLength }) => bodyLength);
      for (let at = 0; at < asked.length; at++)
        visitWindow(asked[at]!, before, after, (turn) => {
          if (positions[turn] !== -1) lengths[at]! += candidates[turn]!.bodyLength;
        });
      const average = sum(lengths) / asked.length || 1;
      const scores = new Float32Array(asked.length);
      for (const term of new Set(terms)) {
        const frequency = new Map<number, number>();
        for (const { row, body } of postings.get(term) ?? []) {
          if (positions[row] === -1 || body === 0) continue;
          const count = (turn: number): void => {
            const at = positions[turn]!;
            if (at !== -1) frequency.set(at, (frequency.get(at) ?? 0) + body);
          };
          count(row);
          // The term is in the windows of `after` turns before this turn and of `before` turns after it.
          visitWindow(row, after, before, count);
        }
        const idf = inverseDocumentFrequency(frequency.size, asked.length);
        for (const [at, tf] of frequency)
          scores[at]! += (idf * (k1 + 1) * tf) / (tf + k1 * (1 - b + (b * lengths[at]!) / average));
      }
      return scores;
    },
  };
}

/** Returns the two rows before each candidate, nearest first, and the two after it; -1: no candidate. */
function turnsAround(candidates: readonly Candidate[], rowOf: ReadonlyMap<number, number>): Int32Array {
  const around = new Int32Array(candidates.length * 2 * REACH).fill(-1);
  for (const [row, { before, after }] of candidates.entries()) {
    for (let step = 0; step < REACH; step++) {
      const [previous, next] = [before[step], after[step]];
      if (previous !== undefined) around[row * 2 * REACH + step] = rowOf.get(previous) ?? -1;
      if (next !== undefined) around[row * 2 * REACH + REACH + step] = rowOf.get(next) ?? -1;
    }
  }
  return around;
}

function postingsOf(candidates: readonly Candidate[]): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>();
  for (const [row, { terms }] of candidates.entries()) {
    for (const { term, body, header } of terms) {
      const held = postings.get(term);
      if (held === undefined) postings.set(term, [{ row, body, header }]);
      else held.push({ row, body, header });
    }
  }
  return postings;
}

/** Returns the postings with a nonzero frequency whose row is in the list. */
function heldAmong(postings: readonly Posting[], positions: Int32Array, withHeader: number) {
  const held: { at: number; tf: number }[] = [];
  for (const { row, body, header } of postings) {
    const tf = body + withHeader * header;
    if (tf > 0 && positions[row] !== -1) held.push({ at: positions[row]!, tf });
  }
  return held;
}

/** Returns the position of each row in the list, or -1. */
function positionsOf(asked: Uint32Array, count: number): Int32Array {
  const positions = new Int32Array(count).fill(-1);
  for (let at = 0; at < asked.length; at++) positions[asked[at]!] = at;
  return positions;
}

function columnsOf(candidates: readonly Candidate[], around: Int32Array) {
  const speakers = numbered(candidates.map(({ speaker }) => speaker));
  const neighbour = (offset: number) =>
    Int32Array.from(candidates, (_, row) => around[row * 2 * REACH + offset]!);
  const columns: RowColumns = {
    previous: neighbour(0),
    next: neighbour(REACH),
    conversation: numbered(candidates.map(({ conversation }) => conversation)).numbers,
    speaker: speakers.numbers,
    occurredAt: Float64Array.from(candidates, ({ occurredAt }) => occurredAt),
    createdAt: Float64Array.from(candidates, ({ createdAt }) => createdAt),
    importance: Float32Array.from(candidates, ({ importance }) => importance),
    facts: Uint32Array.from(candidates, ({ facts }) => facts),
  };
  return { columns, speakerName: (speaker: number) => speakers.names[speaker]! };
}

/** Numbers the different names from 0; null becomes -1. */
function numbered(values: readonly (string | null)[]): { numbers: Int32Array; names: string[] } {
  const numberOf = new Map<string, number>();
  const numbers = Int32Array.from(values, (name) => {
    if (name === null) return -1;
    const known = numberOf.get(name);
    if (known !== undefined) return known;
    numberOf.set(name, numberOf.size);
    return numberOf.size - 1;
  });
  return { numbers, names: [...numberOf.keys()] };
}

function inverseDocumentFrequency(df: number, documents: number): number {
  return Math.log(1 + Math.max(0, documents - df + 0.5) / (df + 0.5));
}

function sum(values: Float32Array): number {
  let total = 0;
  for (let at = 0; at < values.length; at++) total += values[at]!;
  return total;
}
