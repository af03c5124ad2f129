import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPlainResponseCacheStore } from '../../testing/plain-response-cache-store.js';
import { createTableJudge } from '../../testing/table-judge.js';
import { createWordEmbedder } from '../../testing/word-embedder.js';
import { bgeSmall } from '../calibration/bge-small-en-v1.5-int8.js';
import { createResponseCache, type ResponseCacheOptions } from './response-cache.js';

const scope = { model: 'any', contextDepth: 0 };
const asked = 'who deploys the service on fridays please';
const cached = 'who deploys the service on fridays';

/** The embedder puts texts of the same words near to one another; the table says which of them ask the same. */
function opened(options: Partial<ResponseCacheOptions> = {}) {
  const embedder = createWordEmbedder();
  const cache = createResponseCache({
    store: createPlainResponseCacheStore(),
    embedder,
    words: embedder,
    judge: createTableJudge([{ texts: [asked, cached], sameQuestion: true }]),
    calibration: bgeSmall,
    threshold: null,
    maxEntries: 10,
    maxBytes: 100_000,
    ttlSeconds: 60,
    clock: () => 0,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  onTestFinished(() => cache.close());
  return { cache, embedder };
}

describe('the response cache', () => {
  it('answers what the judge calls the same question, from the confidence that is asked for', async () => {
    for (const [threshold, similarity] of [
      [null, 0.9],
      [0.9, 0.9],
      [0.91, undefined],
    ] as const) {
      const { cache } = opened({ threshold });
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, asked))?.similarity).toBe(similarity);
      expect(await cache.check(scope, 'who deploys the service on mondays')).toBeNull();
      expect(await cache.check(scope, ` ${cached} `)).toMatchObject({ response: 'Ada', similarity: 1 });
    }
  });

  it('asks the model as one for whose answer somebody waits, but not to store a response', async () => {
    const { cache, embedder } = opened();
    const embedWords = vi.spyOn(embedder, 'embedWords');
    expect(await cache.check(scope, asked)).toBeNull();
    expect(embedWords).toHaveBeenLastCalledWith(asked, { priority: 'query' });
    await cache.store(scope, cached, 'Ada', null);
    expect(embedWords).toHaveBeenLastCalledWith(cached, { priority: 'document' });
  });

  it('does without the vectors of words, and does not compare what the model has not read', async () => {
    const { cache } = opened({ words: null });
    await cache.store(scope, cached, 'Ada', null);
    expect(await cache.check(scope, asked)).toMatchObject({ response: 'Ada' });
    const long = 'deploy '.repeat(300);
    const { cache: reading } = opened({
      judge: { ...createTableJudge([]), sameQuestion: () => Promise.reject(new Error('was asked')) },
    });
    await reading.store(scope, `${long}.`, 'Ada', null);
    expect(await reading.check(scope, long)).toBeNull();
  });

  it('keeps to its size and counts what happens', async () => {
    const { cache } = opened({ maxEntries: 3 });
    for (const query of ['a', 'b', 'c']) await cache.store(scope, query, 'x', null);
    expect(await cache.check(scope, 'a')).not.toBeNull();
    await cache.store(scope, 'd', 'x', null);
    const hits = [];
    for (const query of ['a', 'b', 'c', 'd']) hits.push((await cache.check(scope, query)) !== null);
    expect(hits).toEqual([true, false, false, true]);
    const { byModel, ...total } = await cache.stats();
    expect(total).toMatchObject({ hits: 3, misses: 2, entries: 2, evictions: 2 });
    expect(byModel.get('any')).toEqual(total);
    await expect(cache.store(scope, 'e', 'x'.repeat(100_000), null)).rejects.toMatchObject({
      code: 'content_too_large',
    });
  });
});
