import { createBackoff, createCircuitBreaker } from '@anima/service/engines';
import { AppError } from '@anima/service/errors';
import type { RedisOptions, ScaleOut } from '@anima/service/scale-out';
import { Redis } from 'ioredis';

/** Timeout of a command. The cache exists to save time, so a slow response counts as a miss. */
const COMMAND_TIMEOUT_MS = 250;
const CONNECT_TIMEOUT_MS = 2_000;
/**
 * A connection without data for this time after a command is reopened, because its server can have been
 * replaced.
 */
const SILENCE_MS = 5_000;
/** Maximum size of a value; larger values are not stored. */
const MAX_BYTES = 1024 * 1024;

/**
 * Opens a Redis or Valkey cache. Returns immediately; the connection is opened and reopened in the
 * background.
 */
export function openRedis({
  url,
  prefix,
  onError,
}: RedisOptions): ReturnType<ScaleOut['redis']['openRedis']> {
  const backoff = createBackoff();
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    // Commands fail immediately while there is no connection.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => backoff.next(),
    connectionName: 'anima',
  });
  redis.on('ready', () => backoff.reset());
  // Each failed connection attempt emits an error. The circuit breaker reports an outage once.
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
    async clear() {
      const names = redis.scanStream({ match: `${escapeGlob(prefix)}*`, count: 1_000 });
      await ask(async () => {
        for await (const batch of names) if (batch.length > 0) await redis.unlink(batch);
      });
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

/** Escapes the characters with a meaning in patterns of SCAN. */
const escapeGlob = (text: string) => text.replace(/[*?[\]\\]/g, '\\$&');

const unavailableError = (seconds: number, cause?: unknown) =>
  new AppError('unavailable', 'Redis does not answer: the service continues, but slower', {
    cause,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
