import type { SignalSource } from '../signals.js';
import { Fact, genericShare, specificWords } from './describe-turn.js';
import { matchKeywords } from './keyword-match.js';
import { matchDates } from './match-dates.js';
import type { ParsedQuestion } from './parse-question.js';
import { standardise, TYPICAL_COSINE_DEVIATION, typicalKeywordDeviation } from './standardise.js';
import { SIGNALS, type Signal } from './weights.js';

export type SignalTable = Readonly<Record<Signal, Float32Array>>;

const WINDOW_OPTIONS = { k1: 0.9, b: 0.3, field: 'body', before: 2, after: 2 } as const;

/**
 * Computes the signals of turns for one query. They come from reference/conversation-ranking.md, with
 * additions marked *. `turns` are rows of conversations, ascending; the arrays of `base` run parallel to
 * them. Neighbours count only if they are in `turns`; otherwise their signals are 0. z(.) is the z-score over
 * `turns`.
 *
 * - semantic = z(cosine); bothMatch = max(0, keyword) max(0, semantic) / 3, keyword = z(BM25 of "Name (date):
 *   body")
 * - covered* = z(the keyword score of keyword-match.ts for the query without speakers' names)
 * - context = z(cosine with "previous turn, this turn"), or the cosine of the turn for a first turn;
 *   nextContext = context of the next turn: "this turn, next turn"
 * - window = z(BM25 of the bodies of two turns before to two turns after, for the query without speakers'
 *   names)
 * - session = the best turn of the conversation by 0.45 keyword + 0.55 semantic, spread over neighbours (1,
 *   0.3 from the previous turn, 0.2 from the turn before it, 0.2 from the next, 0.1 from the turn after it),
 *   z over conversations
 * - inMonth, onDay: the turn's date against the dates in the query (match-dates.ts)
 * - speaker = 1 if the query names one speaker and the turn is theirs, -1 if it is another speaker's; "I" in the
 *   query names the user of an assistant
 * - asks = the turn is a question; answersMatch = the previous turn is a question, times its semantic
 * - whenTime, manyNumber, wherePlace: the type of the query times the facts of the turn
 * - generic*, specific*: describe-turn.ts
 */
export function conversationSignals(
  question: ParsedQuestion,
  vector: Float32Array | null,
  source: SignalSource,
  turns: Uint32Array,
  base: { keyword: Float32Array; semantic: Float32Array; words: Float32Array },
): SignalTable {
  const { columns } = source;
  const count = turns.length;
  const table = emptyTable(count);
  const neighbours = neighbourPositions(turns, columns.previous, columns.next);

  const keyword = standardise(base.keyword.slice(), typicalKeywordDeviation(base.keyword));
  table.semantic.set(base.semantic);
  standardise(table.semantic, TYPICAL_COSINE_DEVIATION);
  if (vector !== null) {
    const context = source.context(vector, turns);
    for (let at = 0; at < count; at++) {
      table.context[at] = Number.isNaN(context[at]!) ? base.semantic[at]! : context[at]!;
    }
    standardise(table.context, TYPICAL_COSINE_DEVIATION);
  }
  if (question.bodyTerms.length > 0) {
    // If the query names no speaker, the plain score has already computed this value.
    const namesSpeaker = question.bodyTerms.length !== question.terms.length;
    const covered = namesSpeaker ? matchKeywords(question.bodyTerms, source, turns).score : base.words;
    table.covered.set(covered);
    standardise(table.covered, typicalKeywordDeviation(covered));
    const window = source.windowKeyword(question.bodyTerms, turns, WINDOW_OPTIONS);
    table.window.set(window);
    standardise(table.window, typicalKeywordDeviation(window));
  }
  const own = keyword.map((value, at) => 0.45 * value + 0.55 * table.semantic[at]!);
  fillSession(table.session, own, neighbours, columns.conversation, turns);

  // Local constants, because property lookups in each iteration would take most of the time.
  const {
    answersMatch,
    asks,
    bothMatch,
    context,
    generic,
    inMonth,
    manyNumber,
    nextContext,
    onDay,
    semantic,
    speaker,
    specific,
    whenTime,
    wherePlace,
  } = table;
  const speakers = new SpeakerMatch(question, source);
  const isWhen = question.type === 'when';
  for (let at = 0; at < count; at++) {
    const row = turns[at]!;
    const facts = columns.facts[row]!;
    const previous = neighbours.previous[at]!;
    const next = neighbours.next[at]!;
    const answers = previous !== -1 && (columns.facts[turns[previous]!]! & Fact.asks) !== 0;
    bothMatch[at] = (Math.max(0, keyword[at]!) * Math.max(0, semantic[at]!)) / 3;
    if (next !== -1) nextContext[at] = context[next]!;
    if (question.dates.length > 0) {
      const { month, day } = matchDates(question.dates, columns.occurredAt[row]!);
      inMonth[at] = month;
      onDay[at] = day;
    }
    speaker[at] = speakers.of(columns.speaker[row]!, facts);
    asks[at] = facts & Fact.asks ? 1 : 0;
    answersMatch[at] = answers ? semantic[previous]! : 0;
    whenTime[at] = isWhen && facts & Fact.time ? 1 : 0;
    manyNumber[at] = question.type === 'many' && facts & Fact.number ? 1 : 0;
    wherePlace[at] = question.type === 'where' && facts & Fact.place ? 1 : 0;
    generic[at] = genericShare(facts);
    specific[at] = specificWords(facts);
  }
  return table;
}

function emptyTable(count: number): Record<Signal, Float32Array> {
  const arrays = SIGNALS.map((signal) => [signal, new Float32Array(count)] as const);
  return Object.fromEntries(arrays) as Record<Signal, Float32Array>;
}

interface Neighbours {
  /** Position in `turns` of the previous and the next turn, or -1. */
  previous: Int32Array;
  next: Int32Array;
}

function neighbourPositions(turns: Uint32Array, previousRow: Int32Array, nextRow: Int32Array): Neighbours {
  // Turns of a conversation mostly arrive together, so the neighbour is usually adjacent.
  const positions = (neighbours: Int32Array, step: 1 | -1): Int32Array => {
    const found = new Int32Array(turns.length);
    for (let at = 0; at < turns.length; at++) {
      const row = neighbours[turns[at]!]!;
      found[at] = row === -1 ? -1 : turns[at + step] === row ? at + step : positionOf(turns, row);
    }
    return found;
  };
  return { previous: positions(previousRow, -1), next: positions(nextRow, 1) };
}

/** Returns the position of a row in ascending turns, or -1. */
function positionOf(turns: Uint32Array, row: number): number {
  const at = firstNotBelow(turns, row, 0);
  return turns[at] === row ? at : -1;
}

function fillSession(
  session: Float32Array,
  own: Float32Array,
  { previous, next }: Neighbours,
  conversation: Int32Array,
  turns: Uint32Array,
): void {
  const best = new Map<number, number>();
  for (let at = 0; at < own.length; at++) {
    const before = previous[at]!;
    const after = next[at]!;
    let value = own[at]!;
    if (before !== -1) value += 0.3 * own[before]! + 0.2 * (own[previous[before]!] ?? 0);
    if (after !== -1) value += 0.2 * own[after]! + 0.1 * (own[next[after]!] ?? 0);
    const key = conversation[turns[at]!]!;
    const highest = best.get(key);
    if (highest === undefined || value > highest) best.set(key, value);
  }
  // With a single conversation there is no better or worse conversation, so its z-score is 0.
  const keys = [...best.keys()];
  const scores = standardise(Float32Array.from(best.values()), 1);
  const scoreOf = new Map(keys.map((key, at) => [key, scores[at]!]));
  for (let at = 0; at < session.length; at++) session[at] = scoreOf.get(conversation[turns[at]!]!)!;
}

class SpeakerMatch {
  readonly #named: string | null;
  readonly #source: SignalSource;
  readonly #known = new Map<number, number>();
  readonly #isFirstPerson: boolean;

  constructor({ speakers, isFirstPerson }: ParsedQuestion, source: SignalSource) {
    this.#named = speakers.length === 1 ? speakers[0]! : null;
    this.#isFirstPerson = isFirstPerson && speakers.length === 0;
    this.#source = source;
  }

  of(speaker: number, facts: number): number {
    if (this.#isFirstPerson) return facts & Fact.byUser ? 1 : facts & Fact.byMachine ? -1 : 0;
    if (this.#named === null || speaker === -1) return 0;
    let match = this.#known.get(speaker);
    if (match === undefined) {
      match = this.#source.speakerName(speaker) === this.#named ? 1 : -1;
      this.#known.set(speaker, match);
    }
    return match;
  }
}

/** Returns the first position from `from` on with at least `number`; `numbers` ascend. */
export function firstNotBelow(numbers: Uint32Array, number: number, from: number): number {
  let low = from;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
