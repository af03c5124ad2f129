import { Redis } from 'ioredis';
import { createBackoff } from '../backoff.js';
import { createCircuitBreaker } from '../engine-gate.js';
import { AppError } from '../errors.js';
import type { RemoteCache } from '../remote-cache.js';

export interface RedisOptions {
  /** redis://user:password@host:6379/0, or rediss:// */
  url: string;
  /** Before every name: services that share a server do not meet. */
  prefix: string;
  /** Told once each time it goes away. */
  onError: (error: unknown) => void;
}

export interface OpenedRedis extends RemoteCache {
  close(): Promise<void>;
}

/** What waits for it is to be faster by it: a slow answer is no answer. */
const COMMAND_TIMEOUT_MS = 250;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection that is asked and says nothing for so long is made anew: its server may be another one by now. */
const SILENCE_MS = 5_000;
/** No larger ones are sent. */
const MAX_BYTES = 1024 * 1024;

/** Redis or Valkey. Waits for no connection: it is made, and made anew, in the background. */
export function openRedis({ url, prefix, onError }: RedisOptions): OpenedRedis {
  const backoff = createBackoff();
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    // What cannot be sent now is answered now.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => backoff.next(),
    connectionName: 'anima',
  });
  redis.on('ready', () => backoff.reset());
  // Each attempt to connect tells its failure: the gate tells it once.
  redis.on('error', () => {});
  const gate = createCircuitBreaker({ isAway: () => true, refusal: (seconds) => unavailableError(seconds) });

  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    const wasAway = gate.isClosed();
    try {
      return await gate.pass(call);
    } catch (error) {
      if (!wasAway && gate.isClosed()) onError(error);
      throw error;
    }
  };
  const orNothing = <T>(nothing: T, call: () => Promise<T>) => ask(call).catch(() => nothing);

  return {
    get: (name) => orNothing(null, () => redis.getBuffer(prefix + name)),
    getAll: (names) =>
      names.length === 0
        ? Promise.resolve([])
        : orNothing(
            names.map(() => null),
            () => redis.mgetBuffer(names.map((name) => prefix + name)),
          ),
    async set(name, value, ttlMs) {
      if (ttlMs < 1 || value.length > MAX_BYTES) return;
      const bytes = typeof value === 'string' ? value : Buffer.from(value);
      await orNothing(null, () => redis.set(prefix + name, bytes, 'PX', Math.ceil(ttlMs)));
    },
    async probe() {
      await ask(() => redis.ping()).catch((error: unknown) => {
        throw error instanceof AppError ? error : unavailableError(1, error);
      });
    },
    async close() {
      redis.disconnect();
    },
  };
}

const unavailableError = (seconds: number, cause?: unknown) =>
  new AppError('unavailable', 'Redis does not answer: everything goes on, slower', {
    cause,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
