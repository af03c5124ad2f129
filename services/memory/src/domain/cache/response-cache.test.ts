import { AppError } from '@anima/service/errors';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PairJudge } from '../../ports/pair-judge.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';
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
  const { responses, dispose } = openSqliteStore(undefined, embedder.dimensions);
  onTestFinished(dispose);
  const cache = createResponseCache({
    store: responses,
    embedder,
    words: embedder,
    judge: createTableJudge([{ texts: [asked, cached], sameQuestion: true }]),
    calibration: bgeSmall,
    strictness: 'normal',
    confirmation: null,
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
  it('answers what the judge is sure enough of, and says why', async () => {
    const { cache } = opened();
    await cache.store(scope, cached, 'Ada', null);
    expect(await cache.check(scope, asked)).toMatchObject({
      hit: { response: 'Ada', similarity: 0.9, why: ['the table says so'] },
    });
    expect(await cache.check(scope, ` ${cached} `)).toMatchObject({
      hit: { response: 'Ada', similarity: 1, why: ['the same words'] },
    });
    expect(await cache.check(scope, 'who deploys the service on mondays')).toMatchObject({
      hit: null,
      nearest: { query: cached, differences: [] },
    });
    expect(await cache.check(scope, 'nothing of that')).toEqual({ hit: null, nearest: null });
  });

  it('asks for more where the check is strict', async () => {
    const judge: PairJudge = {
      ...createTableJudge([]),
      sameQuestion: async (pairs) =>
        pairs.map(() => ({ by: 'rules', answer: 'yes', confidence: 0.9, evidence: ['it may'] })),
    };
    for (const [given, asks, hits] of [
      ['normal', undefined, true],
      ['strict', undefined, false],
      ['strict', 'loose', true],
      ['loose', 'strict', false],
    ] as const) {
      const { cache } = opened({ judge, strictness: given });
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, asked, asks)).hit !== null).toBe(hits);
    }
  });

  it('lets others be answered while it compares long questions', async () => {
    const turns: boolean[] = [];
    const judge: PairJudge = {
      ...createTableJudge([]),
      async sameQuestion(pairs, { between } = {}) {
        let isTurn = false;
        setImmediate(() => (isTurn = true));
        await between?.();
        turns.push(isTurn);
        return pairs.map(() => ({ by: 'rules', answer: 'no', confidence: 0, evidence: [] }));
      },
    };
    const { cache } = opened({ judge });
    for (const length of [1, 15]) {
      const words = `${cached} `.repeat(length);
      await cache.store(scope, words, 'Ada', null);
      await cache.check(scope, `please ${words}`);
    }
    expect(turns).toEqual([false, true]);
  });

  describe('with a judge that confirms', () => {
    const row = { texts: [asked, cached] as const };
    const confirmedBy = (judge: PairJudge, timeoutMs = 60_000) =>
      opened({ confirmation: { judge, timeoutMs } });

    it('answers other words where it says yes, and the same ones without it', async () => {
      const judge = createTableJudge([{ ...row, sameQuestion: true }]);
      const sameQuestion = vi.spyOn(judge, 'sameQuestion');
      const { cache } = confirmedBy(judge);
      await cache.store(scope, cached, 'Ada', null);
      expect(await cache.check(scope, cached)).toMatchObject({ hit: { why: ['the same words'] } });
      expect(sameQuestion).not.toHaveBeenCalled();
      expect(await cache.check(scope, asked)).toMatchObject({
        hit: { why: ['the table says so', 'confirmed by model:table'] },
      });
    });

    it.each([
      ['no', createTableJudge([row]), ['model:table does not confirm it']],
      [
        'that it cannot tell',
        createTableJudge([{ ...row, sameQuestion: 'open' }]),
        [expect.any(String), 'the table leaves it open'],
      ],
    ])('is a miss where it says %s', async (_, judge, differences) => {
      const { cache } = confirmedBy(judge);
      await cache.store(scope, cached, 'Ada', null);
      expect(await cache.check(scope, asked)).toMatchObject({
        hit: null,
        nearest: { query: cached, differences },
      });
    });

    it('is a miss past its time, whether or not the judge keeps to it', async () => {
      const { cache } = confirmedBy(
        { ...createTableJudge([]), sameQuestion: () => new Promise(() => {}) },
        1,
      );
      await cache.store(scope, cached, 'Ada', null);
      expect(await cache.check(scope, asked)).toMatchObject({
        hit: null,
        nearest: { differences: ['not confirmed within 1 ms'] },
      });
    });

    it('is a miss where the judge fails, which is told', async () => {
      const onError = vi.fn();
      const failure = new Error('gone');
      const judge = { ...createTableJudge([]), sameQuestion: () => Promise.reject(failure) };
      const { cache } = opened({ confirmation: { judge, timeoutMs: 60_000 }, onError });
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, asked)).hit).toBeNull();
      expect(onError).toHaveBeenCalledWith(failure);
    });

    it('says nothing more of a model that cannot be asked: the judge has told of it, once for many checks', async () => {
      const onError = vi.fn();
      const failure = new AppError('unavailable', 'The judge did not answer');
      const judge = { ...createTableJudge([]), sameQuestion: () => Promise.reject(failure) };
      const { cache } = opened({ confirmation: { judge, timeoutMs: 60_000 }, onError });
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, asked)).hit).toBeNull();
      expect(onError).not.toHaveBeenCalled();
    });

    it('does not answer what was cleared while the judge read', async () => {
      const judge: PairJudge = {
        ...createTableJudge([]),
        sameQuestion: async () => {
          await cache.clear(null);
          return [{ by: 'model:m', answer: 'yes', confidence: 1, evidence: [] }];
        },
      };
      const { cache } = confirmedBy(judge);
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, asked)).hit).toBeNull();
    });
  });

  it('asks the model as one for whose answer somebody waits, but not to store a response', async () => {
    const { cache, embedder } = opened();
    const embedWords = vi.spyOn(embedder, 'embedWords');
    expect((await cache.check(scope, asked)).hit).toBeNull();
    expect(embedWords).toHaveBeenLastCalledWith(asked, { priority: 'query' });
    await cache.store(scope, cached, 'Ada', null);
    expect(embedWords).toHaveBeenLastCalledWith(cached, { priority: 'document' });
  });

  it('does without the vectors of words, and does not compare what the model has not read', async () => {
    const { cache } = opened({ words: null });
    await cache.store(scope, cached, 'Ada', null);
    expect(await cache.check(scope, asked)).toMatchObject({ hit: { response: 'Ada' } });
    const long = 'deploy '.repeat(300);
    const { cache: reading } = opened({
      judge: { ...createTableJudge([]), sameQuestion: () => Promise.reject(new Error('was asked')) },
    });
    await reading.store(scope, `${long}.`, 'Ada', null);
    expect(await reading.check(scope, long)).toEqual({ hit: null, nearest: null });
  });

  it('keeps to its size and counts what happens', async () => {
    const { cache } = opened({ maxEntries: 3 });
    for (const query of ['a', 'b', 'c']) await cache.store(scope, query, 'x', null);
    expect((await cache.check(scope, 'a')).hit).not.toBeNull();
    await cache.store(scope, 'd', 'x', null);
    const hits = [];
    for (const query of ['a', 'b', 'c', 'd']) hits.push((await cache.check(scope, query)).hit !== null);
    expect(hits).toEqual([true, false, false, true]);
    const { byModel, ...total } = await cache.stats();
    expect(total).toMatchObject({ hits: 3, misses: 2, entries: 2, evictions: 2 });
    expect(byModel.get('any')).toEqual(total);
    await expect(cache.store(scope, 'e', 'x'.repeat(100_000), null)).rejects.toMatchObject({
      code: 'content_too_large',
    });
  });
});
