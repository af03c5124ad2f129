import type { Memory } from '../memory/memory.js';
import { BY_RULES, type Relation, stillHolds } from '../relations/relation.js';
import type { RelationStore } from '../relations/relation-store.js';
import type { ComparedText } from './compared-text.js';
import { type JudgedPair, keyOf } from './judged-pair.js';
import type { Pacer } from './pacer.js';

const READ_AT_A_TIME = 200;

export interface StoredJudgements {
  /** Keys of the pairs that need no new judgement. */
  pairs: ReadonlySet<string>;
  /** Judgements of these pairs, except `distinct`. */
  judged: JudgedPair[];
}

/**
 * Reads earlier judgements by agents, persons and models that are still valid for these texts. Judgements of
 * the rules are omitted, because the current rules judge every pair and may be better.
 */
export async function storedJudgements(
  relations: RelationStore,
  texts: readonly ComparedText[],
  pacer: Pacer,
): Promise<StoredJudgements> {
  const placeOf = new Map<string, { place: number; memory: Memory }>();
  for (const [place, { memories }] of texts.entries()) {
    for (const memory of memories) placeOf.set(memory.memoryId, { place, memory });
    if (pacer.due) await pacer.rest();
  }
  const last = new Map<string, JudgedPair | null>();
  const memoryIds = [...placeOf.keys()];
  for (let start = 0; start < memoryIds.length; start += READ_AT_A_TIME) {
    const some = new Set(memoryIds.slice(start, start + READ_AT_A_TIME));
    for (const relation of await relations.of([...some])) {
      const from = placeOf.get(relation.from);
      const to = placeOf.get(relation.to);
      if (from === undefined || to === undefined || from.place === to.place) continue;
      if (relation.kind === 'supersedes' || relation.by === BY_RULES) continue;
      if (!stillHolds(relation, from.memory, to.memory)) continue;
      const places = { a: Math.min(from.place, to.place), b: Math.max(from.place, to.place) };
      last.set(keyOf(places), judgedPair(relation, places));
    }
    await pacer.rest();
  }
  return { pairs: new Set(last.keys()), judged: [...last.values()].filter((pair) => pair !== null) };
}

/** Converts a stored judgement to the result of a judge. Returns null for `distinct`. */
export function judgedPair(
  { kind, by, confidence, reason }: Relation,
  places: Pick<JudgedPair, 'a' | 'b'>,
): JudgedPair | null {
  const evidence = [reason === null ? `judged by ${by}` : `${by}: ${reason}`];
  const verdict = { by, answer: 'yes' as const, confidence: confidence ?? 1, evidence };
  if (kind === 'conflicts')
    return {
      ...places,
      confidence,
      kind: 'conflict',
      verdict: { ...verdict, reason: 'judged' },
    };
  return kind === 'duplicates' ? { ...places, confidence, kind: 'duplicate', verdict } : null;
}
