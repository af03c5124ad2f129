import { LRUCache } from 'lru-cache';
import { conversationKey } from '../memory/conversation/conversation-key.js';
import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { isOlder } from '../relations/relation.js';
import { standingJudgements } from '../relations/standing-judgements.js';
import type { DatePhrase } from '../search/ranking/date-phrases.js';
import { type PreparedText, prepareText } from './compare-statements.js';
import { measureUpdate, updateMeasures } from './measure-update.js';
import { asksForPast } from './past-query.js';
import {
  MIN_RESTATED_SCORE,
  MIN_TURN_SCORE,
  MIN_UPDATE_SCORE,
  UPDATE_INTERCEPT,
  UPDATE_WEIGHTS,
} from './update-weights.js';

/** Number of best hits that are compared by their texts. */
const MAX_COMPARED = 12;
/** Maximum length of a compared text in characters: one or two statements. */
const MAX_CHARACTERS = 240;
/** How much less similar to the query than the best hit a compared hit may be, in spans of the model's cosines. */
const MAX_GAP = 1.4;
/** The same for the newer hit against the older one. */
const MAX_LOSS = 1.4;
/** The same for a newer hit that states no change and exchanges no value of the older sentence. */
const MAX_RESTATED_LOSS = 0.7;
/** How much less similar than a candidate of the judge two compared hits may be, in spans of the model's cosines. */
const MAX_DISTANCE = 0.2;

/** Texts that were compared last: hits of successive queries repeat, and preparing a text takes most of the time. */
const texts = new LRUCache<string, PreparedText>({ max: 2_000 });

function preparedText(content: string): PreparedText {
  const known = texts.get(content);
  if (known !== undefined) return known;
  const text = prepareText(content);
  texts.set(content, text);
  return text;
}

/** A hit, and its cosine with the query. */
export interface Hit {
  memory: Memory;
  semantic: number;
}

/**
 * Finds hits that a newer, lower hit updates: both answer the query nearly equally well, and their texts state the same
 * attribute of the same subject. Returns the newer memories, the newest first, by the key of the older one. A query about
 * the past has no updates.
 */
export async function findUpdates(
  { search, calibration, relations }: Pick<MemoryDependencies, 'search' | 'calibration' | 'relations'>,
  { text, dates }: { text: string; dates: readonly DatePhrase[] },
  hits: readonly Hit[],
): Promise<Map<number, number[]>> {
  const updates = new Map<number, number[]>();
  if (calibration === null) return updates;
  const { candidateCosine, duplicateCosine } = calibration.statements;
  const span = duplicateCosine - candidateCosine;
  const compared = hits
    .slice(0, MAX_COMPARED)
    .filter(({ memory }) => memory.content.length <= MAX_CHARACTERS);
  const best = Math.max(...compared.map(({ semantic }) => semantic));
  const near = compared.filter(({ semantic }) => best - semantic <= MAX_GAP * span);
  const candidates = near.flatMap((older, place) =>
    near
      .slice(place + 1)
      .filter(
        (newer) =>
          older.semantic - newer.semantic <= MAX_LOSS * span && areComparable(older.memory, newer.memory),
      )
      .map((newer) => ({ older, newer })),
  );
  if (candidates.length === 0 || asksForPast(text, dates)) return updates;
  const cosines = await search.cosines(
    candidates.map(({ older, newer }) => [older.memory.key, newer.memory.key]),
  );
  const query = prepareText(text);
  const found: { older: Memory; newer: Memory }[] = [];
  for (const [at, { older, newer }] of candidates.entries()) {
    const cosine = cosines[at]!;
    if (cosine < candidateCosine - MAX_DISTANCE * span) continue;
    const measures = measureUpdate(
      {
        ...{
          query,
          older: preparedText(older.memory.content),
          newer: preparedText(newer.memory.content),
          cosine,
        },
        ...{ olderGap: best - older.semantic, newerGap: best - newer.semantic },
      },
      calibration.statements,
    );
    if (measures === null) continue;
    const isRestated = measures.revoked + measures.changed + measures.valueExchanged === 0;
    if (isRestated && older.semantic - newer.semantic > MAX_RESTATED_LOSS * span) continue;
    const isOfTurn = isTurn(older.memory, newer.memory);
    if (isOfTurn && measures.revoked + measures.changed === 0) continue;
    const score = updateMeasures.reduce(
      (sum, name) => sum + UPDATE_WEIGHTS[name] * measures[name],
      UPDATE_INTERCEPT,
    );
    if (score >= (isOfTurn ? MIN_TURN_SCORE : isRestated ? MIN_RESTATED_SCORE : MIN_UPDATE_SCORE))
      found.push({ older: older.memory, newer: newer.memory });
  }
  if (found.length === 0) return updates;
  found.sort((a, b) => (isOlder(a.newer, b.newer) ? 1 : -1));
  const judged = await standingJudgements(
    relations,
    found.map(({ older, newer }) => [older, newer]),
  );
  for (const [at, { older, newer }] of found.entries())
    if (judged[at] === null) updates.set(older.key, [...(updates.get(older.key) ?? []), newer.key]);
  return updates;
}

function areComparable(older: Memory, newer: Memory): boolean {
  return (
    isOlder(older, newer) &&
    older.project?.projectId === newer.project?.projectId &&
    (older.speaker === null || newer.speaker === null || older.speaker === newer.speaker)
  );
}

/** Turns report events, so that both of them are true unless the newer turn states a change. */
function isTurn(...memories: readonly Memory[]): boolean {
  return memories.some((memory) => conversationKey(memory) !== null);
}
