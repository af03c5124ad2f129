import { AppError } from '@anima/service/errors';
import type { MaybePromise } from '@anima/service/maybe-promise';
import type { PairJudge, PairVerdict } from '../../ports/pair-judge.js';
import type {
  CachedResponse,
  CacheScope,
  CacheSize,
  ResponseCacheStore,
  UseCounts,
} from '../../ports/response-cache-store.js';
import type { EmbedOptions, TextEmbedder } from '../../ports/text-embedder.js';
import type { WordEmbedder } from '../../ports/word-embedder.js';
import { CAREFUL_COSINE, type Calibration } from '../calibration/calibration.js';
import { isReadWhole } from '../meaning/describe-text.js';
import { createUseCounter } from './use-counter.js';

export interface ResponseCacheOptions {
  store: ResponseCacheStore;
  embedder: TextEmbedder;
  /** Of the same model, where it has one. */
  words: WordEmbedder | null;
  judge: PairJudge;
  calibration: Calibration | null;
  /** Confidence from which two questions count as the same, 0 to 1; without it where the judge says so. */
  threshold: number | null;
  maxEntries: number;
  maxBytes: number;
  ttlSeconds: number;
  clock: () => number;
  onError: (error: unknown) => void;
}

export interface CacheHit extends CachedResponse {
  /** How surely both ask the same, 0 to 1; 1 for the very same words. */
  similarity: number;
}

export interface CacheStats extends ModelStats {
  byModel: Map<string, ModelStats>;
}

export interface ModelStats extends UseCounts, CacheSize {
  evictions: number;
}

/** Answers of language models, found again by the meaning of the question. */
export interface ResponseCache {
  /** The response to a question of the same meaning, for the same model and context depth; null if there is none. */
  check(scope: CacheScope, query: string): Promise<CacheHit | null>;
  /** Keeps a response; durable when it resolves. The same words in the same scope are replaced. */
  store(
    scope: CacheScope,
    query: string,
    response: string,
    ttlSeconds: number | null,
  ): Promise<CachedResponse & { bytes: number; replaced: boolean }>;
  /** Everything, or what is kept for a model; resolves to how many responses that were. */
  clear(model: string | null): Promise<number>;
  stats(): Promise<CacheStats>;
  /** Looks into the store for real. Answers how many responses are kept. */
  probe(): MaybePromise<number>;
  close(): Promise<void>;
}

const MAX_CANDIDATES = 8;
/** A full cache gives up a little more than it must, so that not every store pays for an eviction. */
const EVICTION_SLACK = 0.99;
const SWEEP_INTERVAL_MS = 60_000;

export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { store, embedder, words, judge, calibration, threshold, maxEntries, maxBytes, clock, onError } =
    options;
  const counter = createUseCounter(store, onError);

  /** Of the first window, and whether that is all of the question: what the model did not read it cannot compare. */
  async function read(
    query: string,
    options: EmbedOptions,
  ): Promise<{ vector: Float32Array; isWhole: boolean }> {
    if (words === null) {
      const [windows] = await embedder.embed([query], options);
      return { vector: windows![0]!, isWhole: windows!.length === 1 };
    }
    const vectors = await words.embedWords(query, options);
    return { vector: vectors.vector, isWhole: isReadWhole(query, vectors) };
  }

  function isSame({ answer, confidence }: PairVerdict): boolean {
    return threshold === null ? answer === 'yes' : confidence > 0 && confidence >= threshold;
  }

  async function find(scope: CacheScope, query: string): Promise<(CacheHit & { key: number }) | null> {
    const same = await store.find(scope, query, clock());
    if (same !== null) return { ...same, similarity: 1 };

    const { vector, isWhole } = await read(query, { priority: 'query' });
    if (!isWhole) return null;
    const near = await store.nearest(scope, vector, {
      now: clock(),
      limit: MAX_CANDIDATES,
      minimum: calibration?.questions.candidateCosine ?? CAREFUL_COSINE,
    });
    const asked = { text: query };
    const verdicts = await judge.sameQuestion(
      near.map(({ query: cached, cosine }) => ({ a: asked, b: { text: cached }, cosine })),
      { priority: 'query' },
    );
    let best: (CacheHit & { key: number }) | null = null;
    for (const [at, verdict] of verdicts.entries()) {
      const { cosine: _, ...cached } = near[at]!;
      const { confidence: similarity } = verdict;
      if (isSame(verdict) && similarity > (best?.similarity ?? 0)) best = { ...cached, similarity };
    }
    return best;
  }

  const sweep = setInterval(() => void store.dropExpired(clock()).catch(onError), SWEEP_INTERVAL_MS);
  sweep.unref();

  return {
    async check(scope, query) {
      const found = await find(scope, trimmed(query));
      if (found === null) {
        counter.miss(scope.model);
        return null;
      }
      const { key, ...hit } = found;
      await store.used(key);
      counter.hit(scope.model, key, clock());
      return hit;
    },

    async store(scope, query, response, ttlSeconds) {
      const question = trimmed(query);
      const { vector } = await read(question, { priority: 'document' });
      const bytes = Buffer.byteLength(question) + Buffer.byteLength(response) + vector.byteLength;
      if (bytes > maxBytes) {
        throw new AppError(
          'content_too_large',
          `Expected at most ${maxBytes} bytes for a cached response with its query, received ${bytes}`,
        );
      }
      const createdAt = clock();
      const expiresAt = createdAt + (ttlSeconds ?? options.ttlSeconds) * 1000;
      const entry = { ...scope, query: question, response, createdAt, expiresAt, bytes };
      const { replaced } = await store.put({ ...entry, vector });
      const left = {
        entries: Math.max(1, Math.floor(maxEntries * EVICTION_SLACK)),
        bytes: Math.max(bytes, maxBytes * EVICTION_SLACK),
      };
      await store.makeRoom({ most: { entries: maxEntries, bytes: maxBytes }, left }, createdAt);
      return { ...entry, replaced };
    },

    clear: (model) => store.clear(model),

    async stats() {
      const byModel = new Map<string, ModelStats>();
      const none = { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 };
      for (const [model, counts] of await counter.counts()) byModel.set(model, { ...none, ...counts });
      for (const [model, sizes] of await store.sizes(clock())) {
        byModel.set(model, { ...none, ...byModel.get(model), ...sizes });
      }
      const total = { ...none };
      for (const each of byModel.values()) {
        for (const name of Object.keys(none) as (keyof typeof none)[]) total[name] += each[name];
      }
      return { ...total, byModel };
    },

    probe: () => store.probe(),

    async close() {
      clearInterval(sweep);
      await counter.close();
    },
  };
}

/** White space around a question says nothing; inside it may (code). */
function trimmed(query: string): string {
  return query.normalize('NFC').trim();
}
