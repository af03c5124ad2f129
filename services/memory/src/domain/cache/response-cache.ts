import { AppError } from '@anima/service/errors';
import { LRUCache } from 'lru-cache';
import type {
  CachedResponse,
  CacheScope,
  ResponseCacheStore,
  UseCounts,
} from '../../ports/response-cache-store.js';
import type { TextEmbedder } from '../../ports/text-embedder.js';
import type { WordEmbedder, WordVectors } from '../../ports/word-embedder.js';
import { type DescribedText, describeText } from '../meaning/describe-text.js';
import { differences } from '../meaning/gate.js';
import { judgeSameQuestion } from '../meaning/same-question.js';
import { readWords } from '../meaning/words.js';
import { createQuestionDirectory } from './question-directory.js';
import { createUseCounter } from './use-counter.js';

export interface ResponseCacheOptions {
  store: ResponseCacheStore;
  embedder: TextEmbedder & WordEmbedder;
  /** Score from which two questions count as the same, 0 to 1: see domain/meaning/same-question.ts. */
  threshold: number;
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

export interface ModelStats extends UseCounts {
  entries: number;
  bytes: number;
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
  stats(): CacheStats;
  /** Looks into the store for real; throws where RAM and store disagree. Answers how many responses are kept. */
  probe(): number;
  close(): Promise<void>;
}

/** Questions less similar are not looked at: of the 1,399 pairs of QQP-dev that the judge calls the same none lies below .85. */
const CANDIDATE_COSINE = 0.8;
const MAX_CANDIDATES = 8;
/** Descriptions of cached questions kept in RAM, about 15 kB each. */
const DESCRIBED_QUESTIONS = 512;
/** A full cache gives up a little more than it must, so that not every store pays for an eviction. */
const EVICTION_SLACK = 0.99;
const SWEEP_INTERVAL_MS = 60_000;

export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { store, embedder, threshold, maxEntries, maxBytes, clock, onError } = options;
  const directory = createQuestionDirectory(embedder.dimensions);
  for (const entry of store.entries()) directory.put(entry);
  const counter = createUseCounter(store, onError);
  const described = new LRUCache<string, DescribedText>({ max: DESCRIBED_QUESTIONS });

  /** Asked for by a check alone, and for a check somebody waits. */
  async function describe(query: string): Promise<DescribedText | null> {
    const known = described.get(query);
    if (known !== undefined) return known;
    const tokens = await embedder.embedWords(query, { priority: 'query' });
    if (!readsAll(query, tokens)) return null;
    const description = describeText(query, tokens);
    described.set(query, description);
    return description;
  }

  function liveResponse(key: number): CachedResponse | null {
    const response = store.response(key);
    return response !== null && response.expiresAt > clock() ? response : null;
  }

  async function find(scope: CacheScope, query: string): Promise<(CacheHit & { key: number }) | null> {
    const same = store.find(scope, query);
    const exact = same === null ? null : liveResponse(same);
    if (exact !== null) return { ...exact, key: same!, similarity: 1 };

    const asked = await describe(query);
    if (asked === null) return null;
    const candidates = directory.nearest(scope, asked.vector, {
      now: clock(),
      limit: MAX_CANDIDATES,
      minimum: CANDIDATE_COSINE,
    });
    let best: (CacheHit & { key: number }) | null = null;
    for (const { key } of candidates) {
      const cached = liveResponse(key);
      const question = cached === null || differs(asked, cached.query) ? null : await describe(cached.query);
      if (cached === null || question === null) continue;
      const { same: isSame, score } = judgeSameQuestion(asked, question, threshold);
      if (isSame && score > (best?.similarity ?? 0)) best = { ...cached, key, similarity: score };
    }
    return best;
  }

  /** Keeps the limits, and drops what has expired. */
  async function evict(keys: readonly number[]): Promise<void> {
    if (keys.length === 0) return;
    await store.evict(keys);
    for (const key of keys) directory.remove(key);
  }

  const sweep = setInterval(() => void evict(directory.expired(clock())).catch(onError), SWEEP_INTERVAL_MS);
  sweep.unref();

  return {
    async check(scope, query) {
      const found = await find(scope, trimmed(query));
      if (found === null) {
        counter.miss(scope.model);
        return null;
      }
      const { key, ...hit } = found;
      directory.use(key);
      counter.hit(scope.model, key, clock());
      return hit;
    },

    async store(scope, query, response, ttlSeconds) {
      const question = trimmed(query);
      const vector = (await embedder.embed([question]))[0]![0]!;
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
      const { key, replaced } = await store.put({ ...entry, vector });
      directory.put({ ...entry, key, vector });
      if (directory.size > maxEntries || directory.bytes > maxBytes) {
        const limits = {
          entries: Math.max(1, Math.floor(maxEntries * EVICTION_SLACK)),
          bytes: Math.max(bytes, maxBytes * EVICTION_SLACK),
        };
        await evict(directory.surplus(createdAt, limits));
      }
      return { ...entry, replaced };
    },

    async clear(model) {
      const cleared = await store.clear(model);
      for (const key of cleared) directory.remove(key);
      return cleared.length;
    },

    stats() {
      const byModel = new Map<string, ModelStats>();
      const none = { hits: 0, misses: 0, evictions: 0, entries: 0, bytes: 0 };
      for (const [model, counts] of counter.counts()) byModel.set(model, { ...none, ...counts });
      for (const [model, sizes] of directory.byModel(clock())) {
        byModel.set(model, { ...none, ...byModel.get(model), ...sizes });
      }
      const total = { ...none };
      for (const each of byModel.values()) {
        for (const name of Object.keys(none) as (keyof typeof none)[]) total[name] += each[name];
      }
      return { ...total, byModel };
    },

    probe() {
      const entries = store.probe();
      if (entries !== directory.size)
        throw new Error(`RAM knows ${directory.size} responses, the store ${entries}`);
      return entries;
    },

    async close() {
      clearInterval(sweep);
      await counter.close();
    },
  };
}

/** What the words alone tell apart need not be described. */
function differs(asked: DescribedText, query: string): boolean {
  return differences(asked, { text: query, words: readWords(query) }).length > 0;
}

/** White space around a question says nothing; inside it may (code). */
function trimmed(query: string): string {
  return query.normalize('NFC').trim();
}

/** False where the question is longer than the model's window: what it did not read it cannot compare. */
function readsAll(query: string, { tokens }: WordVectors): boolean {
  const end = tokens.at(-1)?.end ?? 0;
  return query.slice(end).trim() === '';
}
