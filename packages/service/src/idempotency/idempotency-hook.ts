import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { AppError } from '../errors.js';
import type { ServiceApp } from '../http/service-app.js';
import { IDEMPOTENCY_LEASE_MS, type IdempotencyLease, type IdempotencyStore } from './idempotency.js';

export const IDEMPOTENCY_KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;
const STORED_HEADERS = ['content-type', 'location'];

declare module 'fastify' {
  interface FastifyRequest {
    /** Lease of the key of this request. */
    idempotencyLease: IdempotencyLease | null;
  }
}

/** Honours `Idempotency-Key` on routes with `config: { idempotent: true }`; gives every request its resource id. */
export function honourIdempotencyKeys(app: ServiceApp, store: IdempotencyStore | undefined): void {
  app.decorateRequest('resourceId', '');
  app.decorateRequest('idempotencyLease', null);
  app.addHook('onRequest', async (request) => {
    request.resourceId = uuidv7();
  });
  if (store === undefined) {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (config?.idempotent)
        throw new AppError('internal', `Expected an idempotency store for ${method} ${url}`);
    });
    return;
  }
  const leases = keepLeases(app, store);
  app.addHook('preHandler', async (request, reply) => {
    const replayed = await begin(request, reply, store);
    if (request.idempotencyLease !== null) leases.add(request.idempotencyLease);
    return replayed;
  });
  // Waits for the store only if another process may receive the repeated call: this process knows its own
  // responses.
  app.addHook('onSend', async (request, reply, payload) => {
    const lease = request.idempotencyLease;
    if (lease === null) return;
    request.idempotencyLease = null;
    leases.delete(lease);
    const ended = end(lease, reply, payload, store).catch((error: unknown) => {
      // The work is done and its answer goes out. The reservation stays: a repetition finds the same record.
      request.log.error({ err: error }, 'the answer could not be kept for its Idempotency-Key');
    });
    if (store.isShared) await ended;
  });
}

/** Calls may run for minutes: the leases in the set are renewed as long as they are in it. */
function keepLeases(app: ServiceApp, store: IdempotencyStore): Set<IdempotencyLease> {
  const leases = new Set<IdempotencyLease>();
  const renew = async () => {
    if (leases.size > 0) await store.renew([...leases]);
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => app.log.error({ err: error }, 'idempotency keys could not be kept'));
  }, IDEMPOTENCY_LEASE_MS / 3);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return leases;
}

async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  store: IdempotencyStore,
): Promise<FastifyReply | undefined> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.routeOptions.config.idempotent !== true) return undefined;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    const message = 'Expected 1 to 255 printable ASCII characters for Idempotency-Key';
    throw new AppError('validation_failed', message, { errors: [{ path: 'idempotency-key', message }] });
  }
  const found = await store.begin({
    scope: scopeOf(request),
    key,
    fingerprint: fingerprintOf(request),
    resourceId: request.resourceId,
  });
  switch (found.state) {
    case 'started':
      request.idempotencyLease = found.lease;
      request.resourceId = found.resourceId;
      return undefined;
    case 'replay':
      return reply
        .code(found.status)
        .headers(found.headers ?? {})
        .header('idempotency-replayed', 'true')
        .send(found.body);
    case 'mismatch':
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key was used with another body; choose a new key',
      );
    case 'in_progress':
      throw new AppError(
        'idempotency_in_progress',
        'The first request with this Idempotency-Key is still running',
        {
          headers: { 'retry-after': '1' },
        },
      );
  }
}

/**
 * Callers with limited rights and without an agent (tickets) share one scope: a renewed ticket finds the
 * response of the previous one, and tickets never share keys with full rights.
 */
function scopeOf({ method, routeOptions, agentId, identity }: FastifyRequest): string {
  const isGuest = identity.agentId === null && identity.caller !== undefined;
  return JSON.stringify([method, routeOptions.url, agentId, ...(isGuest ? ['guest'] : [])]);
}

async function end(
  lease: IdempotencyLease,
  reply: FastifyReply,
  payload: unknown,
  store: IdempotencyStore,
): Promise<void> {
  const status = reply.statusCode;
  if (status >= 500) await store.release(lease);
  else if (status >= 400) await store.abandon(lease);
  else await store.finish(lease, { status, body: bodyText(payload), headers: storedHeaders(reply) });
}

/** The same whatever the order of the keys in the body. */
function fingerprintOf(request: FastifyRequest): string {
  const canonical = JSON.stringify(
    [request.params, request.query, request.body ?? null],
    (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  );
  return createHash('sha256').update(canonical).digest('hex');
}

function bodyText(payload: unknown): string {
  if (payload === undefined || payload === null) return '';
  if (typeof payload === 'string') return payload;
  throw new Error('Expected a JSON answer from an idempotent route, received a stream or buffer');
}

function storedHeaders(reply: FastifyReply): Record<string, string> {
  const entries = STORED_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
}
