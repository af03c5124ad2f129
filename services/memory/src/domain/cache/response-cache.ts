import { setImmediate } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import type { MaybePromise } from '@anima/service/maybe-promise';
import type { PairJudge, PairVerdict } from '../../ports/pair-judge.js';
import type {
  CachedResponse,
  CacheScope,
  CacheSize,
  NearResponse,
  ResponseCacheStore,
  UseCounts,
} from '../../ports/response-cache-store.js';
import type { EmbedOptions, TextEmbedder } from '../../ports/text-embedder.js';
import type { WordEmbedder } from '../../ports/word-embedder.js';
import { CAREFUL_COSINE, type Calibration } from '../calibration/calibration.js';
import { isReadWhole } from '../meaning/describe-text.js';
import { type Confirmation, createConfirmation, type Opinion } from './confirmation.js';
import { HIT_THRESHOLDS, type Strictness } from './strictness.js';
import { createUseCounter } from './use-counter.js';

export interface ResponseCacheOptions {
  store: ResponseCacheStore;
  embedder: TextEmbedder;
  /** Of the same model, where it has one. */
  words: WordEmbedder | null;
  judge: PairJudge;
  calibration: Calibration | null;
  /** Of a check that says nothing of it. */
  strictness: Strictness;
  /** Who is asked before a response to other words is answered, and how long; null where the judge is trusted alone. */
  confirmation: Confirmation | null;
  maxEntries: number;
  maxBytes: number;
  ttlSeconds: number;
  clock: () => number;
  onError: (error: unknown) => void;
}

export interface CacheHit extends CachedResponse {
  /** How surely both ask the same, 0 to 1; 1 for the very same words. */
  similarity: number;
  /** What that rests on, in short lines. */
  why: readonly string[];
}

/** The nearest question that was not answered, and what tells it apart. */
export interface NearestQuestion {
  query: string;
  /** Cosine of the two texts. */
  similarity: number;
  differences: readonly string[];
}

export type CacheCheck = { hit: CacheHit } | { hit: null; nearest: NearestQuestion | null };

export interface CacheStats extends ModelStats {
  byModel: Map<string, ModelStats>;
}

export interface ModelStats extends UseCounts, CacheSize {
  evictions: number;
}

/** Answers of language models, found again by the meaning of the question. */
export interface ResponseCache {
  /** The response to a question of the same meaning, for the same model and context depth, if there is one. */
  check(scope: CacheScope, query: string, strictness?: Strictness): Promise<CacheCheck>;
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

type Found = { hit: CacheHit & { key: number } } | { hit: null; nearest: NearestQuestion | null };

interface Compared {
  readonly cached: NearResponse;
  readonly verdict: PairVerdict;
}

const MAX_CANDIDATES = 8;
/** Characters; comparing two questions of 200 words takes up to 10 ms, in which nobody else is answered. */
const LONG_QUESTION = 400;
const UNASKED: Opinion = { isSame: true, lines: [] };
const NOTHING_NEAR = { hit: null, nearest: null } as const;
/** A full cache gives up a little more than it must, so that not every store pays for an eviction. */
const EVICTION_SLACK = 0.99;
const SWEEP_INTERVAL_MS = 60_000;

export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { store, embedder, words, judge, calibration, maxEntries, maxBytes, clock, onError } = options;
  const counter = createUseCounter(store, onError);
  const confirm = options.confirmation && createConfirmation(options.confirmation, onError);

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

  /** Near questions with what the judge says of them, the surest first. */
  async function compare(query: string, near: readonly NearResponse[]): Promise<Compared[]> {
    const asked = { text: query };
    const verdicts = await judge.sameQuestion(
      near.map(({ query: cached, cosine }) => ({ a: asked, b: { text: cached }, cosine })),
      { priority: 'query', ...(query.length > LONG_QUESTION ? { between: setImmediate } : {}) },
    );
    const compared = near.map((cached, at) => ({ cached, verdict: verdicts[at]! }));
    return compared.sort((one, other) => other.verdict.confidence - one.verdict.confidence);
  }

  async function find(scope: CacheScope, query: string, strictness: Strictness): Promise<Found> {
    const same = await store.find(scope, query, clock());
    if (same !== null) return { hit: { ...same, similarity: 1, why: ['the same words'] } };

    const { vector, isWhole } = await read(query, { priority: 'query' });
    if (!isWhole) return NOTHING_NEAR;
    const near = await store.nearest(scope, vector, {
      now: clock(),
      limit: MAX_CANDIDATES,
      minimum: calibration?.questions.candidateCosine ?? CAREFUL_COSINE,
    });
    const compared = await compare(query, near);
    const best = compared.find(({ verdict }) => verdict.answer === 'yes');
    if (best !== undefined && best.verdict.confidence >= HIT_THRESHOLDS[strictness]) {
      const { isSame, lines } = confirm === null ? UNASKED : await confirm(query, best.cached);
      if (!isSame) return { hit: null, nearest: nearestOf(best.cached, lines) };
      // While the judges read, it may have been replaced or forgotten.
      const kept = await store.find(scope, best.cached.query, clock());
      const { confidence: similarity, evidence } = best.verdict;
      return kept === null ? NOTHING_NEAR : { hit: { ...kept, similarity, why: [...evidence, ...lines] } };
    }
    const [first] = near;
    if (first === undefined) return NOTHING_NEAR;
    const { evidence } = compared.find(({ cached }) => cached === first)!.verdict;
    return { hit: null, nearest: nearestOf(first, evidence) };
  }

  const sweep = setInterval(() => void store.dropExpired(clock()).catch(onError), SWEEP_INTERVAL_MS);
  sweep.unref();

  return {
    async check(scope, query, strictness = options.strictness) {
      const found = await find(scope, trimmed(query), strictness);
      if (found.hit === null) {
        counter.miss(scope.model);
        return found;
      }
      const { key, ...hit } = found.hit;
      await store.used(key);
      counter.hit(scope.model, key, clock());
      return { hit };
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

function nearestOf({ query, cosine }: NearResponse, differences: readonly string[]): NearestQuestion {
  return { query, similarity: Math.min(1, cosine), differences };
}

/** White space around a question says nothing; inside it may (code). */
function trimmed(query: string): string {
  return query.normalize('NFC').trim();
}
