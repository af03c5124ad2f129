import { AppError } from '@anima/service/errors';
import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Calibration } from '../embedding/calibration/calibration.js';
import type { EmbedOptions, TextEmbedder } from '../embedding/text-embedder.js';
import { digest } from '../text/digest.js';
import { type Confirmation, createConfirmation, type Opinion } from './confirmation.js';
import type {
  CachedResponse,
  CacheScope,
  CacheSize,
  NearResponse,
  ResponseCacheStore,
  UseCounts,
} from './response-cache-store.js';
import { asksAboutPresent, compareQuestions, type QuestionComparison } from './same-question.js';
import type { Strictness } from './strictness.js';
import { createUseCounter } from './use-counter.js';

export interface ResponseCacheOptions {
  store: ResponseCacheStore;
  embedder: TextEmbedder;
  /** Null if the model has no calibration; then a hit requires the same words. */
  calibration: Pick<Calibration, 'questions'> | null;
  /** Default strictness of checks. */
  strictness: Strictness;
  /** Confirms hits with other words; null if no confirmation is required. */
  confirmation: Confirmation | null;
  maxEntries: number;
  maxBytes: number;
  ttlSeconds: number;
  clock: () => number;
  onError: (error: unknown) => void;
}

export interface CacheHit extends CachedResponse {
  /** Cosine of the two questions; 1 for the same words. */
  similarity: number;
  /** The reasons for the hit, in short lines. */
  why: readonly string[];
}

/** The nearest cached question after a miss, with its differences. */
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

/** Responses of language models, found by the meaning of the question. */
export interface ResponseCache {
  /** Finds the response to a question with the same meaning, for the same model and context. */
  check(scope: CacheScope, query: string, strictness?: Strictness): Promise<CacheCheck>;
  /** Stores a response, which is durable when the call resolves. The same words in the same scope are replaced. */
  store(
    scope: CacheScope,
    query: string,
    response: string,
    ttlSeconds: number | null,
    conversationId?: string | null,
  ): Promise<CachedResponse & { bytes: number; replaced: boolean }>;
  /** Deletes all responses, or the responses of a model. Resolves to the number of deleted responses. */
  clear(model: string | null): Promise<number>;
  stats(): Promise<CacheStats>;
  /** Accesses the store. Returns the number of stored responses. */
  probe(): MaybePromise<number>;
  close(): Promise<void>;
}

type Found = { hit: CacheHit & { key: number } } | { hit: null; nearest: NearestQuestion | null };

interface Compared {
  readonly cached: NearResponse;
  readonly comparison: QuestionComparison;
}

const MAX_CANDIDATES = 8;
const UNCONFIRMED: Opinion = { isSame: true, lines: [] };
const NOTHING_NEAR = { hit: null, nearest: null } as const;
/** Responses to questions about the present expire after this time, unless the caller sets a lifetime. */
const PRESENT_TTL_SECONDS = 600;
/** Questions that are farther than this below the loosest threshold are not reported as the nearest one. */
const REPORTED_BELOW = 0.1;
/** A full cache evicts slightly more than it must, so that not every store causes an eviction. */
const EVICTION_SLACK = 0.99;
const SWEEP_INTERVAL_MS = 60_000;

export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { store, embedder, calibration, maxEntries, maxBytes, clock, onError } = options;
  const { loose, spread } = calibration?.questions ?? { loose: 0.9, spread: 1 };
  const lowestCosine = loose - REPORTED_BELOW * spread;
  const counter = createUseCounter(store, onError);
  const confirm = options.confirmation && createConfirmation(options.confirmation, onError);

  /** The vector of the first window, and whether that is all of the question: the rest cannot be compared. */
  async function embed(
    query: string,
    embedding: EmbedOptions,
  ): Promise<{ vector: Float32Array; isWhole: boolean }> {
    const [windows] = await embedder.embed([query], { inputType: 'query', ...embedding });
    return { vector: windows![0]!, isWhole: windows!.length === 1 };
  }

  async function find(scope: CacheScope, query: string, strictness: Strictness): Promise<Found> {
    const same = await store.find(scope, query, clock());
    if (same !== null) return { hit: { ...same, similarity: 1, why: ['the same words'] } };

    const { vector, isWhole } = await embed(query, { priority: 'query' });
    if (!isWhole) return NOTHING_NEAR;
    const near = await store.nearest(scope, vector, {
      now: clock(),
      limit: MAX_CANDIDATES,
      minimum: lowestCosine,
    });
    const scale = {
      threshold: calibration?.questions[strictness] ?? Number.POSITIVE_INFINITY,
      spread: calibration?.questions.spread ?? 1,
    };
    const compared = near.map(
      (cached): Compared => ({ cached, comparison: compareQuestions(query, cached.query, scale) }),
    );
    const best =
      compared.find(({ comparison }) => comparison.isSameWording) ??
      compared.find(
        ({ cached, comparison }) =>
          comparison.differences.length === 0 && cached.cosine >= comparison.neededCosine,
      );
    const [first] = compared;
    if (best !== undefined) return answer(query, best);
    return first === undefined
      ? NOTHING_NEAR
      : { hit: null, nearest: nearestOf(first.cached, missOf(first)) };

    async function answer(asked: string, { cached, comparison }: Compared): Promise<Found> {
      const isSameWording = comparison.isSameWording;
      const isTrusted = isSameWording || confirm === null;
      const { isSame, lines } = isTrusted ? UNCONFIRMED : await confirm(asked, cached);
      if (!isSame) return { hit: null, nearest: nearestOf(cached, lines) };
      // It may have been replaced or removed during the confirmation.
      const stored = await store.find(scope, cached.query, clock());
      if (stored === null) return NOTHING_NEAR;
      const why = isSameWording
        ? 'the same words'
        : `no difference is known, and their cosine is ${cached.cosine.toFixed(3)}`;
      const similarity = isSameWording ? 1 : Math.min(1, cached.cosine);
      return { hit: { ...stored, similarity, why: [why, ...lines] } };
    }
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

    async store(scope, query, response, ttlSeconds, conversationId = null) {
      const question = trimmed(query);
      const { vector } = await embed(question, { priority: 'document' });
      const bytes = Buffer.byteLength(question) + Buffer.byteLength(response) + vector.byteLength;
      if (bytes > maxBytes) {
        throw new AppError(
          'content_too_large',
          `Expected at most ${maxBytes} bytes for a cached response with its query, received ${bytes}`,
        );
      }
      const createdAt = clock();
      const usual = asksAboutPresent(question)
        ? Math.min(PRESENT_TTL_SECONDS, options.ttlSeconds)
        : options.ttlSeconds;
      const expiresAt = createdAt + (ttlSeconds ?? usual) * 1000;
      const entry = { ...scope, query: question, response, createdAt, expiresAt, bytes };
      const { replaced } = await store.put({ ...entry, conversationId, vector });
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

function missOf({ cached, comparison: { differences, neededCosine } }: Compared): readonly string[] {
  if (differences.length > 0) return differences;
  return Number.isFinite(neededCosine)
    ? [`their cosine is ${cached.cosine.toFixed(3)}, and ${neededCosine.toFixed(3)} is needed`]
    : ['this embedding model has no calibration'];
}

function nearestOf({ query, cosine }: NearResponse, differences: readonly string[]): NearestQuestion {
  return { query, similarity: Math.min(1, cosine), differences };
}

/** Makes the key of the last `depth` turns; empty without turns. */
export function contextKey(turns: readonly string[], depth: number): string {
  const last = depth === 0 ? [] : turns.slice(-depth).map(trimmed);
  return last.length === 0 ? '' : digest(...last);
}

/** Removes white space around a question. Inside it may have a meaning (code). */
function trimmed(query: string): string {
  return query.normalize('NFC').trim();
}
