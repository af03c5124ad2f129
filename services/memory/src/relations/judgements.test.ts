import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Memory } from '../memory/memory.js';
import { newMemory } from '../memory/memory-store.contract.js';
import { storedMemory } from '../memory/new-memory.js';
import { openSqliteStore } from '../testing/open-sqlite-store.js';
import { keepJudgements, MAX_JUDGEMENTS } from './keep-judgements.js';
import { BY_RULES, type JudgementKind, judgementOf } from './relation.js';
import { standingJudgements } from './standing-judgements.js';

let under: ReturnType<typeof openSqliteStore>;
beforeEach(() => {
  under = openSqliteStore();
});
afterEach(() => under.dispose());

const memory = (key: number, fields: Partial<Memory> = {}): Memory => ({
  ...storedMemory(newMemory({ content: `says ${key}` }), key),
  ...fields,
});
const by = { by: 'agent:ann', confidence: null, reason: null };
const judged = (kind: JudgementKind, one: Memory, other: Memory, at = 1) =>
  judgementOf(kind, one, other, { ...by, at });
const keep = (...judgements: ReturnType<typeof judgementOf>[]) =>
  under.withTransaction((tx) => keepJudgements(tx, judgements));

it('puts the newer memory first in either argument order', () => {
  const [early, late] = [memory(1, { occurredAt: 5 }), memory(2, { occurredAt: 4 })];
  for (const judgement of [judged('conflicts', early, late), judged('conflicts', late, early)])
    expect([judgement.from, judgement.to]).toEqual([early.memoryId, late.memoryId]);
  const [first, second] = [memory(1), memory(2)];
  expect(judged('conflicts', first, second).from).toBe(second.memoryId);
});

it('is valid in either order until a content changes', async () => {
  const [a, b, c] = [memory(1), memory(2), memory(3)];
  await keep(judged('distinct', a, b), judged('conflicts', b, c));
  const standing = async (...pairs: [Memory, Memory][]) =>
    (await standingJudgements(under.relations, pairs)).map((judgement) => judgement?.kind ?? null);
  expect(await standing([a, b], [b, a], [c, b], [a, c])).toEqual(['distinct', 'distinct', 'conflicts', null]);
  const rewritten = { ...b, content: 'says another thing' };
  const promoted = { ...b, importance: 1, tags: ['new'] };
  expect(await standing([a, rewritten], [rewritten, c], [a, promoted])).toEqual([null, null, 'distinct']);
});

it('handles more pairs than one read covers', async () => {
  const memories = Array.from({ length: 1_200 }, (_, key) => memory(key));
  const pairs = memories.slice(1).map((each, at): [Memory, Memory] => [each, memories[at]!]);
  await keep(judged('conflicts', ...pairs[3]!), judged('conflicts', ...pairs.at(-1)!));
  const standing = await standingJudgements(under.relations, pairs);
  expect(standing.flatMap((judgement, at) => (judgement === null ? [] : [at]))).toEqual([
    3,
    pairs.length - 1,
  ]);
});

it('records an event with the new and the replaced judgement', async () => {
  const [a, b] = [memory(1), memory(2)];
  await keep(judged('conflicts', a, b));
  await keep(judged('distinct', a, b, 2));
  const events = await under.events.after(0, 10);
  expect(events.map(({ type, data }) => [type, data.kind, data.before])).toEqual([
    ['memory.judged', 'conflicts', null],
    ['memory.judged', 'distinct', 'conflicts'],
  ]);
  expect(events[0]!.data.memory_ids).toEqual([b.memoryId, a.memoryId]);
});

it('does not replace a judgement of an agent with a judgement of the rules', async () => {
  const [a, b, c] = [memory(1), memory(2), memory(3)];
  const byRules = (one: Memory, other: Memory, at: number) => ({
    ...judged('conflicts', one, other, at),
    by: BY_RULES,
  });
  await keep(judged('distinct', a, b));
  await keep(byRules(a, b, 2), byRules(b, c, 2));
  const kindsOf = async ({ memoryId }: Memory) =>
    (await under.relations.of([memoryId])).map(({ kind, by }) => [kind, by]);
  expect(await kindsOf(a)).toEqual([['distinct', 'agent:ann']]);
  expect(await kindsOf(c)).toEqual([['conflicts', BY_RULES]]);
  expect(await under.events.after(0, 10)).toHaveLength(2);
  // A changed text has no judgement by an agent, and any caller may replace a judgement of the rules.
  await keep(byRules({ ...a, content: 'says another thing' }, b, 3), judged('duplicates', b, c, 3));
  expect(await kindsOf(a)).toEqual([['conflicts', BY_RULES]]);
  expect(await kindsOf(c)).toEqual([['duplicates', 'agent:ann']]);
});

it('limits the judgements of a memory and deletes the oldest distinct judgements first', async () => {
  const centre = memory(1);
  const others = Array.from({ length: MAX_JUDGEMENTS + 2 }, (_, at) => memory(at + 2));
  await keep(
    ...others.map((other, at) => judged(at % 2 === 0 ? 'conflicts' : 'distinct', centre, other, at)),
  );
  const stored = await under.relations.of([centre.memoryId]);
  expect(stored).toHaveLength(MAX_JUDGEMENTS);
  expect(stored.map(({ at }) => at).slice(0, 3)).toEqual([0, 2, 4]);
});
