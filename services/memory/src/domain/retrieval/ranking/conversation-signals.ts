import type { SignalSource } from '../signals.js';
import { matchDates } from './calendar.js';
import { Fact, firstPerson, genericShare, specificWords } from './describe-turn.js';
import type { ParsedQuestion } from './parse-question.js';
import { standardise, TYPICAL_COSINE_DEVIATION, typicalKeywordDeviation } from './standardise.js';
import { SIGNALS, type Signal } from './weights.js';

export type SignalTable = Readonly<Record<Signal, Float32Array>>;

const WINDOW_OPTIONS = { k1: 0.9, b: 0.3, field: 'body', before: 2, after: 2 } as const;

/**
 * The signals of turns, for one question; origin: reference/conversation-ranking.md, with additions marked *.
 * `turns` are rows of conversations, ascending; `keyword` and `semantic` run parallel to them. Neighbours count
 * only if they are among `turns`; elsewhere they are 0. z(.) = z-score over `turns`.
 *
 * - keyword = z(BM25 of "Name (date): body"); semantic = z(cosine); bothMatch = max(0, keyword) max(0, semantic) / 3
 * - context = z(cosine with "previous turn, this turn"), the cosine alone for a first turn; nextContext = that of
 *   the next turn: "this turn, next turn"
 * - window = z(BM25 of the bodies of two turns before to two after, the question without speakers' names)
 * - session = the best turn of the conversation by .45 keyword + .55 semantic spread over neighbours (1, .3 from
 *   the previous turn, .2 from the one before it, .2 from the next, .1 from the one after it), z over conversations
 * - inMonth, onDay, laterOrYear: the turn's date against those the question names (calendar.ts)
 * - speaker = 1 if the question names one speaker and the turn is theirs, -1 if somebody else's
 * - asks = the turn is a question; answersMatch = the previous turn is a question, times its semantic;
 *   answersWhen* = that previous question for a "when" question
 * - whenTime, manyNumber, wherePlace: the type of the question times what the turn shows
 * - nameTitle*, nameCapital*: the question asks for a title or name, and the turn has one
 * - firstPerson, generic*, specific*: describe-turn.ts
 */
export function conversationSignals(
  question: ParsedQuestion,
  vector: Float32Array | null,
  source: SignalSource,
  turns: Uint32Array,
  base: { keyword: Float32Array; semantic: Float32Array },
): SignalTable {
  const { columns } = source;
  const count = turns.length;
  const table = emptyTable(count);
  const neighbours = neighbourPositions(turns, columns.previous, columns.next);

  table.keyword.set(base.keyword);
  standardise(table.keyword, typicalKeywordDeviation(base.keyword));
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
    const window = source.windowKeyword(question.bodyTerms, turns, WINDOW_OPTIONS);
    table.window.set(window);
    standardise(table.window, typicalKeywordDeviation(window));
  }
  fillSession(table, neighbours, columns.conversation, turns);

  const speakers = new SpeakerMatch(question, source);
  const isWhen = question.type === 'when';
  for (let at = 0; at < count; at++) {
    const row = turns[at]!;
    const facts = columns.facts[row]!;
    const previous = neighbours.previous[at]!;
    const next = neighbours.next[at]!;
    const answers = previous !== -1 && (columns.facts[turns[previous]!]! & Fact.asks) !== 0;
    table.bothMatch[at] = (Math.max(0, table.keyword[at]!) * Math.max(0, table.semantic[at]!)) / 3;
    if (next !== -1) table.nextContext[at] = table.context[next]!;
    if (question.dates.length > 0) {
      const { month, later, day } = matchDates(question.dates, columns.occurredAt[row]!);
      table.inMonth[at] = month;
      table.laterOrYear[at] = later;
      table.onDay[at] = day;
    }
    table.speaker[at] = speakers.of(columns.speaker[row]!);
    table.asks[at] = facts & Fact.asks ? 1 : 0;
    table.answersMatch[at] = answers ? table.semantic[previous]! : 0;
    table.answersWhen[at] = answers && isWhen ? 1 : 0;
    table.whenTime[at] = isWhen && facts & Fact.time ? 1 : 0;
    table.manyNumber[at] = question.type === 'many' && facts & Fact.number ? 1 : 0;
    table.wherePlace[at] = question.type === 'where' && facts & Fact.place ? 1 : 0;
    table.nameTitle[at] = question.asksForName && facts & Fact.title ? 1 : 0;
    table.nameCapital[at] = question.asksForName && facts & Fact.name ? 1 : 0;
    table.firstPerson[at] = firstPerson(facts);
    table.generic[at] = genericShare(facts);
    table.specific[at] = specificWords(facts);
  }
  return table;
}

function emptyTable(count: number): Record<Signal, Float32Array> {
  const arrays = SIGNALS.map((signal) => [signal, new Float32Array(count)] as const);
  return Object.fromEntries(arrays) as Record<Signal, Float32Array>;
}

interface Neighbours {
  /** Position in the turns of the turn before and after, or -1. */
  previous: Int32Array;
  next: Int32Array;
}

function neighbourPositions(turns: Uint32Array, previousRow: Int32Array, nextRow: Int32Array): Neighbours {
  const positionOf = new Int32Array((turns.at(-1) ?? -1) + 1).fill(-1);
  for (let at = 0; at < turns.length; at++) positionOf[turns[at]!] = at;
  const place = (row: number): number => (row === -1 ? -1 : (positionOf[row] ?? -1));
  return {
    previous: Int32Array.from(turns, (row) => place(previousRow[row]!)),
    next: Int32Array.from(turns, (row) => place(nextRow[row]!)),
  };
}

function fillSession(
  { keyword, semantic, session }: SignalTable,
  { previous, next }: Neighbours,
  conversation: Int32Array,
  turns: Uint32Array,
): void {
  const own = keyword.map((value, at) => 0.45 * value + 0.55 * semantic[at]!);
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
  // One conversation alone has no better and worse ones.
  const keys = [...best.keys()];
  const scores = standardise(Float32Array.from(best.values()), 1);
  const scoreOf = new Map(keys.map((key, at) => [key, scores[at]!]));
  for (let at = 0; at < session.length; at++) session[at] = scoreOf.get(conversation[turns[at]!]!)!;
}

class SpeakerMatch {
  readonly #named: string | null;
  readonly #source: SignalSource;
  readonly #known = new Map<number, number>();

  constructor({ speakers }: ParsedQuestion, source: SignalSource) {
    this.#named = speakers.length === 1 ? speakers[0]! : null;
    this.#source = source;
  }

  of(speaker: number): number {
    if (this.#named === null || speaker === -1) return 0;
    let match = this.#known.get(speaker);
    if (match === undefined) {
      match = this.#source.speakerName(speaker) === this.#named ? 1 : -1;
      this.#known.set(speaker, match);
    }
    return match;
  }
}
