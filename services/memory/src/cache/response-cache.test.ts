import { AppError } from '@anima/service/errors';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PairJudge } from '../judge/pair-judge.js';
import { openSqliteStore } from '../testing/open-sqlite-store.js';
import { createTableJudge } from '../testing/table-judge.js';
import { createWordEmbedder } from '../testing/word-embedder.js';
import { createResponseCache, type ResponseCacheOptions } from './response-cache.js';

const scope = { model: 'any', contextDepth: 0, context: '' };
const question = 'who deploys the service on fridays please';
const cached = 'who deploys the service on fridays';
/** The embedder of these tests places texts with the same words near each other. */
const questions = { strict: 0.96, normal: 0.8, loose: 0.75, spread: 1 };

function opened(options: Partial<ResponseCacheOptions> = {}) {
  const embedder = createWordEmbedder();
  const { responses, dispose } = openSqliteStore(undefined, embedder.dimensions);
  onTestFinished(dispose);
  const cache = createResponseCache({
    store: responses,
    embedder,
    calibration: { questions },
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
  it('answers near questions without a known difference, and returns the reasons', async () => {
    const { cache } = opened();
    await cache.store(scope, cached, 'Ada', null);
    expect(await cache.check(scope, question)).toMatchObject({
      hit: { response: 'Ada', why: [expect.stringMatching(/^no difference is known/)] },
    });
    for (const same of [` ${cached} `, `${cached}?`, 'Who deploys the service on Fridays?'])
      expect(await cache.check(scope, same)).toMatchObject({
        hit: { response: 'Ada', similarity: 1, why: ['the same words'] },
      });
    expect(await cache.check(scope, 'who deploys the service on mondays')).toMatchObject({
      hit: null,
      nearest: { query: cached, differences: ["wording: 'mondays' against 'fridays'"] },
    });
    expect(await cache.check(scope, 'nothing of that')).toEqual({ hit: null, nearest: null });
  });

  it('requires a higher cosine for strict checks', async () => {
    for (const [given, asks, hits] of [
      ['normal', undefined, true],
      ['strict', undefined, false],
      ['strict', 'loose', true],
      ['loose', 'strict', false],
    ] as const) {
      const { cache } = opened({ strictness: given });
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, question, asks)).hit !== null).toBe(hits);
    }
  });

  it('requires the same words if the model has no calibration', async () => {
    const { cache } = opened({ calibration: null });
    await cache.store(scope, cached, 'Ada', null);
    expect(await cache.check(scope, `${cached}?`)).toMatchObject({ hit: { similarity: 1 } });
    expect(await cache.check(scope, question)).toMatchObject({
      hit: null,
      nearest: { differences: ['this embedding model has no calibration'] },
    });
  });

  describe('with a judge that confirms', () => {
    const row = { texts: [question, cached] as const };
    const confirmedBy = (judge: PairJudge, timeoutMs = 60_000) =>
      opened({ confirmation: { judge, timeoutMs } });

    it('answers other words if the judge confirms, and the same words without it', async () => {
      const judge = createTableJudge([{ ...row, sameQuestion: true }]);
      const sameQuestion = vi.spyOn(judge, 'sameQuestion');
      const { cache } = confirmedBy(judge);
      await cache.store(scope, cached, 'Ada', null);
      expect(await cache.check(scope, cached)).toMatchObject({ hit: { why: ['the same words'] } });
      expect(sameQuestion).not.toHaveBeenCalled();
      expect(await cache.check(scope, question)).toMatchObject({
        hit: { why: [expect.stringMatching(/^no difference/), 'confirmed by model:table'] },
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
      expect(await cache.check(scope, question)).toMatchObject({
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
      expect(await cache.check(scope, question)).toMatchObject({
        hit: null,
        nearest: { differences: ['not confirmed within 1 ms'] },
      });
    });

    it('is a miss if the judge fails, which is reported', async () => {
      const onError = vi.fn();
      const failure = new Error('gone');
      const judge = { ...createTableJudge([]), sameQuestion: () => Promise.reject(failure) };
      const { cache } = opened({ confirmation: { judge, timeoutMs: 60_000 }, onError });
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, question)).hit).toBeNull();
      expect(onError).toHaveBeenCalledWith(failure);
    });

    it('reports an unavailable model once for many checks', async () => {
      const onError = vi.fn();
      const failure = new AppError('unavailable', 'The judge did not answer');
      const judge = { ...createTableJudge([]), sameQuestion: () => Promise.reject(failure) };
      const { cache } = opened({ confirmation: { judge, timeoutMs: 60_000 }, onError });
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, question)).hit).toBeNull();
      expect(onError).not.toHaveBeenCalled();
    });

    it('does not return a response that was deleted while the judge ran', async () => {
      const judge: PairJudge = {
        ...createTableJudge([]),
        sameQuestion: async () => {
          await cache.clear(null);
          return [{ by: 'model:m', answer: 'yes', confidence: 1, evidence: [] }];
        },
      };
      const { cache } = confirmedBy(judge);
      await cache.store(scope, cached, 'Ada', null);
      expect((await cache.check(scope, question)).hit).toBeNull();
    });
  });

  it('embeds checks with the priority of a query, and stored questions with that of a document', async () => {
    const { cache, embedder } = opened();
    const embed = vi.spyOn(embedder, 'embed');
    expect((await cache.check(scope, question)).hit).toBeNull();
    expect(embed).toHaveBeenLastCalledWith([question], { inputType: 'query', priority: 'query' });
    await cache.store(scope, cached, 'Ada', null);
    expect(embed).toHaveBeenLastCalledWith([cached], { inputType: 'query', priority: 'document' });
  });

  it('compares no question that is longer than the window of the model', async () => {
    const { cache } = opened();
    const long = 'deploy '.repeat(300);
    await cache.store(scope, `${long}it`, 'Ada', null);
    expect(await cache.check(scope, long)).toEqual({ hit: null, nearest: null });
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
