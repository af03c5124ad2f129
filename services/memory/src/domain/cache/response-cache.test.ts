import { expect, it, vi } from 'vitest';
import type { ResponseCacheStore } from '../../ports/response-cache-store.js';
import type { EmbedOptions, TextEmbedder } from '../../ports/text-embedder.js';
import type { WordEmbedder, WordVectors } from '../../ports/word-embedder.js';
import { createResponseCache } from './response-cache.js';

it('asks the model as one for whose answer somebody waits, but not to store a response', async () => {
  const embed = vi.fn(async () => [[new Float32Array(16).fill(0.25)]]);
  const embedWords = vi.fn(
    async (text: string, _options?: EmbedOptions): Promise<WordVectors> => ({
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
    embedder: { dimensions: 16, embed, embedWords } as unknown as TextEmbedder & WordEmbedder,
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
  expect(embedWords).toHaveBeenLastCalledWith('Who deploys?', { priority: 'query' });
  await cache.store(scope, 'Who tests?', 'Ada', null);
  expect(embed).toHaveBeenLastCalledWith(['Who tests?']);
  await cache.close();
});
