import { expect, it, vi } from 'vitest';
import type { MemoryEmbedder, TokenEmbedding } from '../../ports/embedder.js';
import type { ResponseCacheStore } from '../../ports/response-cache-store.js';
import { createResponseCache } from './response-cache.js';

it('asks the model as one for whose answer somebody waits, but not to store a response', async () => {
  const embedTokens = vi.fn(
    async (text: string, _options?: { asked: boolean }): Promise<TokenEmbedding> => ({
      vector: new Float32Array(16).fill(0.25),
      tokens: [{ id: 1, start: 0, end: text.length }],
      rows: new Float32Array(16).fill(0.25),
    }),
  );
  const store = {
    entries: () => [],
    counters: () => new Map(),
    find: () => null,
    put: async () => ({ key: 1, replaced: false }),
    noteUse: async () => {},
  } as unknown as ResponseCacheStore;
  const cache = createResponseCache({
    store,
    embedder: { dimensions: 16, embedTokens } as unknown as MemoryEmbedder,
    threshold: 0.5,
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
  expect(embedTokens).toHaveBeenLastCalledWith('Who deploys?', { asked: true });
  await cache.store(scope, 'Who tests?', 'Ada', null);
  expect(embedTokens).toHaveBeenLastCalledWith('Who tests?');
  await cache.close();
});
