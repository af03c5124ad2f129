import { expect, it, vi } from 'vitest';
import type { ResponseCacheStore } from '../../ports/response-cache-store.js';
import { createTableJudge } from '../../testing/table-judge.js';
import { createWordEmbedder } from '../../testing/word-embedder.js';
import { createResponseCache } from './response-cache.js';

it('asks the model as one for whose answer somebody waits, but not to store a response', async () => {
  const embedder = createWordEmbedder();
  const embed = vi.spyOn(embedder, 'embed');
  const embedWords = vi.spyOn(embedder, 'embedWords');
  const store = {
    entries: () => [],
    counters: () => new Map(),
    find: () => null,
    put: async () => ({ key: 1, replaced: false }),
    noteUse: async () => {},
  } as unknown as ResponseCacheStore;
  const cache = createResponseCache({
    store,
    embedder,
    words: embedder,
    judge: createTableJudge([]),
    calibration: null,
    threshold: null,
    maxEntries: 10,
    maxBytes: 10_000,
    ttlSeconds: 60,
    clock: () => 0,
    onError: (error) => {
      throw error;
    },
  });
  const scope = { model: 'any', contextDepth: 0 };
  expect(await cache.check(scope, 'Who deploys?')).toBeNull();
  expect(embedWords).toHaveBeenLastCalledWith('Who deploys?', { priority: 'query' });
  await cache.store(scope, 'Who tests?', 'Ada', null);
  expect(embed).toHaveBeenLastCalledWith(['Who tests?']);
  await cache.close();
});
