import { LRUCache } from 'lru-cache';
import { conversationKey } from '../memory/conversation/conversation-key.js';
import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { isOlder } from '../relations/relation.js';
import { standingJudgements } from '../relations/standing-judgements.js';
import { findUpdate, type Update } from '../text-comparison/find-update.js';
import { type ReadText, readText } from '../text-comparison/read-text.js';
import { mayShareSubject, type SubjectSketch, sketchSubject } from '../text-comparison/subject-sketch.js';

/** Number of best hits that are compared by their texts. */
const MAX_COMPARED = 20;
/** Maximum length of a compared text in characters: one or two statements. */
const MAX_CHARACTERS = 500;

/** Texts that were compared last. Hits of successive queries repeat, and reading a text takes longer than comparing it. */
const sketches = new LRUCache<string, SubjectSketch>({ max: 2_000 });
const texts = new LRUCache<string, ReadText>({ max: 1_000 });

const sketchOf = (content: string) => cached(sketches, content, sketchSubject);
const textOf = (content: string) => cached(texts, content, readText);

function cached<Value extends object>(
  cache: LRUCache<string, Value>,
  content: string,
  create: (content: string) => Value,
): Value {
  const value = cache.get(content) ?? create(content);
  cache.set(content, value);
  return value;
}

/**
 * Finds hits that a newer, lower hit updates according to their texts: both are about one
 * subject, and the words that only the older one has are not in the query. Returns the newer memories, the newest first,
 * by the key of the older one.
 */
export async function findUpdates(
  { search, calibration, relations }: Pick<MemoryDependencies, 'search' | 'calibration' | 'relations'>,
  query: string,
  hits: readonly Hit[],
): Promise<Map<number, number[]>> {
  const updates = new Map<number, number[]>();
  if (calibration === null || hits.length < 2) return updates;
  const compared = hits
    .slice(0, MAX_COMPARED)
    .filter(({ memory }) => memory.content.length <= MAX_CHARACTERS)
    .map((hit) => ({ ...hit, sketch: sketchOf(hit.memory.content) }));
  const candidates = compared.flatMap((older, place) =>
    compared
      .slice(place + 1)
      .filter((newer) => areComparable(older, newer))
      .map((newer) => ({ older, newer })),
  );
  if (candidates.length === 0) return updates;
  const cosines = await search.cosines(
    candidates.map(({ older, newer }) => [older.memory.key, newer.memory.key]),
  );
  const { candidateCosine, valueCosine } = calibration.statements;
  const queryKeys = new Set(readText(query).flatMap(({ kind, key }) => (kind === 'grammar' ? [] : [key])));
  const read = (hit: Hit): Read => ({ ...hit, text: textOf(hit.memory.content) });
  const newest = candidates
    .map(({ older, newer }, at) => ({ older, newer, cosine: cosines[at]! }))
    .filter(({ cosine }) => cosine >= candidateCosine)
    .sort((a, b) => (isOlder(a.newer.memory, b.newer.memory) ? 1 : -1));
  const found: { older: Memory; newer: Memory }[] = [];
  for (const { older, newer, cosine } of newest) {
    const [one, other] = [read(older), read(newer)];
    const update = findUpdate(one.text, other.text);
    if (update === null || !answersToo(update, queryKeys, one, other)) continue;
    const isExplicit = update.certainty === 'revoked' || update.certainty === 'changed';
    if (!isExplicit && isTurn(older, newer)) continue;
    if (cosine < (update.certainty === 'exchanged' ? valueCosine : candidateCosine)) continue;
    found.push({ older: older.memory, newer: newer.memory });
  }
  if (found.length === 0) return updates;
  const judged = await standingJudgements(
    relations,
    found.map(({ older, newer }) => [older, newer]),
  );
  for (const [at, { older, newer }] of found.entries())
    if (judged[at] === null) updates.set(older.key, [...(updates.get(older.key) ?? []), newer.key]);
  return updates;
}

/** A hit, and its cosine with the query. */
export interface Hit {
  memory: Memory;
  semantic: number;
}

interface Sketched extends Hit {
  sketch: SubjectSketch;
}

interface Read extends Hit {
  text: ReadText;
}

/**
 * Tests whether the newer statement answers the query as well as the older one. A query that names what only the older
 * one has asks for the older one; another sentence must be almost as near to the query.
 */
function answersToo(
  { certainty, lost, verb }: Update,
  queryKeys: ReadonlySet<string>,
  older: Read,
  newer: Read,
): boolean {
  if (certainty === 'revoked') return true;
  const named = lost.filter(({ key }) => queryKeys.has(key));
  if (certainty !== 'restated' && named.length === 0) return true;
  if (older.semantic - newer.semantic > MAX_RESTATED_GAP) return false;
  const covered = ({ text }: Read) =>
    new Set(text.flatMap(({ key }) => (queryKeys.has(key) ? [key] : []))).size;
  return (
    named.every((token) => token === verb) ||
    (certainty === 'restated' &&
      named.every(({ kind }) => kind === 'word') &&
      covered(newer) >= covered(older))
  );
}

/** Turns report events, so that both of them are true unless the newer turn states a change. */
function isTurn(...hits: readonly Hit[]): boolean {
  return hits.some(({ memory }) => conversationKey(memory) !== null);
}

/** How much less similar to the query a newer statement may be, and how much if it is another sentence. */
const MAX_GAP = 0.3;
const MAX_RESTATED_GAP = 0.12;

function areComparable(older: Sketched, newer: Sketched): boolean {
  const [one, other] = [older.memory, newer.memory];
  return (
    older.semantic - newer.semantic <= MAX_GAP &&
    isOlder(one, other) &&
    one.project?.projectId === other.project?.projectId &&
    (one.speaker === null || other.speaker === null || one.speaker === other.speaker) &&
    mayShareSubject(older.sketch, newer.sketch)
  );
}
