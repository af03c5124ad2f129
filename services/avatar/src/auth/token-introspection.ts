import { createHash } from 'node:crypto';
import { readText } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import { LRUCache } from 'lru-cache';
import {
  goodUntil,
  type IntrospectionAnswer,
  readIntrospection,
  type TokenDemands,
} from './token-acceptance.js';

const TIMEOUT_MS = 5_000;
/** Milliseconds after which a revoked token is rejected at the latest. */
const CACHE_MS = 60_000;
const CACHED_TOKENS = 1_000;
/** Questions on their way; made-up tokens cannot make this service flood the other one. */
const MAX_PENDING_CALLS = 64;
/** An honest answer has some hundred bytes. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Asks another server how long an access token is valid. Rejects with `auth_unavailable` if that cannot be determined. */
export interface TokenIntrospection {
  /** Returns milliseconds since the epoch, Infinity for a token without an expiry, or null for an invalid token. */
  goodUntil(token: string): Promise<number | null>;
}

/**
 * Token introspection (RFC 7662): POST `token=...`, with our own token as Bearer. Answers are kept for at most a minute,
 * and never beyond the `exp` they name. Equal questions at the same time are one.
 */
export function createTokenIntrospection(options: {
  url: string;
  serviceToken: string;
  demands: TokenDemands;
  clock: () => number;
  /** Timeout of one call; tests set it. */
  timeoutMs?: number;
}): TokenIntrospection {
  const endpoint = endpointOf(options.url);
  const known = new LRUCache<string, { end: number | null; until: number }>({ max: CACHED_TOKENS });
  const pendingCalls = new Map<string, Promise<number | null>>();

  async function ask(token: string, key: string): Promise<number | null> {
    const answer = await introspect(token);
    const now = options.clock();
    const end = goodUntil(answer, options.demands, now);
    known.set(key, { end, until: Math.min(now + CACHE_MS, end ?? Number.POSITIVE_INFINITY) });
    return end;
  }

  async function introspect(token: string): Promise<IntrospectionAnswer> {
    try {
      const answer = await callWithin(options.timeoutMs ?? TIMEOUT_MS, [], (signal) => post(token, signal));
      if (answer === null) throw new Error('response is not as RFC 7662 specifies');
      return answer;
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async function post(token: string, signal: AbortSignal): Promise<IntrospectionAnswer | null> {
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: {
        authorization: `Bearer ${options.serviceToken}`,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    });
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    return readIntrospection(JSON.parse(await readText(response, signal, MAX_ANSWER_BYTES)));
  }

  return {
    goodUntil(token) {
      const key = createHash('sha256').update(token).digest('base64');
      const answer = known.get(key);
      if (answer !== undefined && answer.until > options.clock()) return Promise.resolve(answer.end);
      const running = pendingCalls.get(key);
      if (running !== undefined) return running;
      if (pendingCalls.size >= MAX_PENDING_CALLS) return Promise.reject(unavailable());
      const pendingCall = ask(token, key).finally(() => pendingCalls.delete(key));
      pendingCalls.set(key, pendingCall);
      return pendingCall;
    },
  };
}

function unavailable(cause?: unknown): AppError {
  return new AppError('auth_unavailable', 'The authentication server is unreachable', {
    ...(cause === undefined ? {} : { cause }),
    headers: { 'retry-after': '5' },
  });
}

/** An address without a path means `/introspect` there. */
function endpointOf(url: string): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new AppError('validation_failed', 'Expected an http or https address for AVATAR_AUTH_SERVER');
  const endpoint = new URL(url);
  if (endpoint.pathname === '/') endpoint.pathname = '/introspect';
  return endpoint;
}
