import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryClient } from '@anima/client';
import { InMemoryStore } from '@langchain/langgraph-checkpoint';
import { AnimaStore } from './index.js';

const client = createMemoryClient({ url: process.env.MEMORY_URL });
const open = (project) => new AnimaStore(client, { project });

test('puts, gets, changes and deletes', async () => {
  const store = open('langgraph js 1');
  assert.equal(await store.get(['users', '1'], 'a'), null);
  await store.put(['users', '1'], 'a', { name: 'Ada', nested: { n: 1.5, list: [1, null] } });
  const first = await store.get(['users', '1'], 'a');
  assert.deepEqual(first.value, { name: 'Ada', nested: { n: 1.5, list: [1, null] } });
  await store.put(['users', '1'], 'a', { name: 'Grace' });
  const second = await store.get(['users', '1'], 'a');
  assert.deepEqual([second.value, second.createdAt], [{ name: 'Grace' }, first.createdAt]);
  await store.delete(['users', '1'], 'a');
  assert.equal(await store.get(['users', '1'], 'a'), null);
});

test('does what the in-memory store of LangGraph does', async () => {
  const stores = [open('langgraph js 2'), new InMemoryStore()];
  const namespaces = [
    ['a', 'b', 'c'],
    ['a', 'b', 'd', 'e'],
    ['a', 'b', 'f'],
    ['b', 'a', 'f'],
    ['users', '1'],
    ['A', 'b'],
  ];
  const calls = [
    (store) => store.listNamespaces({ prefix: ['a', 'b'] }),
    (store) => store.listNamespaces({ suffix: ['f'] }),
    (store) => store.listNamespaces({ prefix: ['a'], suffix: ['f'] }),
    (store) => store.listNamespaces({ prefix: ['*', 'b'], maxDepth: 2 }),
    (store) => store.search(['a', 'b'], { filter: { n: 1 } }),
    (store) => store.search(['a'], { filter: { n: { $gte: 2 } } }),
    (store) => store.search([], { filter: { n: { $ne: 0 } }, limit: 50 }),
    (store) => store.search(['none']),
    (store) => store.get(['users', '1'], 'k4'),
  ];
  for (const store of stores)
    for (const [n, namespace] of namespaces.entries()) await store.put(namespace, `k${n}`, { n });
  for (const call of calls) {
    const [ours, theirs] = (await Promise.all(stores.map(call))).map((result) =>
      [result ?? []]
        .flat(1)
        .map((each) => JSON.stringify(each.key ? [each.namespace, each.key, each.value] : each))
        .sort(),
    );
    assert.deepEqual(ours, theirs, String(call));
  }
});

test('searches by meaning', async () => {
  const store = open('langgraph js 3');
  await store.put(['docs'], 'tea', { text: 'Ada drinks green tea every morning' });
  await store.put(['docs'], 'car', { text: 'The car is parked behind the station' });
  await store.put(['docs'], 'hidden', { text: 'Ada drinks tea' }, false);
  const found = await store.search(['docs'], { query: 'What does Ada like to drink?' });
  assert.deepEqual(
    found.map(({ key }) => key),
    ['tea', 'car', 'hidden'],
  );
  assert.ok(found[0].score > found[1].score);
  assert.equal(found[2].score, undefined);
});
