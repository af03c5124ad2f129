import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { AppError } from '../errors.js';
import type { Connections } from './connection-tracker.js';
import type { ServiceApp } from './service-app.js';
import { limitUnsentBytes, type UnsentLimits } from './unsent-bytes.js';

/** Limits of one connection and of all together. Times are in milliseconds. */
export interface ConnectionLimits extends UnsentLimits {
  /** Limit until the last header arrives; includes connections that never send a byte. */
  headersMs: number;
  /** Limit until the last byte of the body arrives; allows a large upload over a slow connection. */
  requestMs: number;
  /** How long an answer, or a part of it, waits for a reader who takes none of it. */
  stalledMs: number;
  /** Interval at which `headersMs` and `requestMs` are checked. */
  checkMs: number;
  maxConnections: number;
  /** Unanswered requests on one connection, which are handled in sequence. */
  maxPipelined: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  requestMs: 300_000,
  stalledMs: 120_000,
  checkMs: 5_000,
  maxConnections: 1_000,
  maxPipelined: 32,
  maxUnsentBytes: 128 * 1024 * 1024,
  unsentGraceMs: 2_000,
};

const WARN_EVERY_MS = 60_000;

/** Returns the limits that Node takes when the server is created. */
export function serverTimeouts(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.stalledMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  };
}

/**
 * Closes connections whose reader does not read, and rejects requests beyond the limit of one connection.
 * Node's inactivity timer reports a silent connection; a running request may be silent for any time. If there
 * are too many connections, an idle one is closed, so that idle clients cannot block others; if all are busy,
 * the new one is closed.
 *
 * A pipelined request starts when the previous response has been sent, as its result would only wait in
 * memory until then.
 */
export function limitConnections(
  app: ServiceApp,
  { limits, connections, log }: { limits: ConnectionLimits; connections: Connections; log: Logger },
): void {
  app.server.on('timeout', (socket: Socket) => {
    const waitsForReader = socket.writableLength > 0;
    if (waitsForReader || connections.unanswered(socket) === 0) socket.destroy();
  });
  app.addHook('onRequest', async (request) => {
    if (connections.ahead(request.raw) >= limits.maxPipelined) {
      const message = `Expected at most ${limits.maxPipelined} unanswered requests on one connection`;
      throw new AppError('too_many_requests', message, { headers: { connection: 'close' } });
    }
    await connections.turnOf(request.raw);
    if (request.raw.socket.destroyed)
      throw new AppError('bad_request', 'The client disconnected before its request was handled');
  });
  limitUnsentBytes(app, limits, log);
  let warnedAt = Number.NEGATIVE_INFINITY;
  app.server.on('connection', () => {
    if (connections.count() <= limits.maxConnections) return;
    connections.closeOldestIdle();
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ limit: limits.maxConnections }, 'connections are closed: there are too many');
  });
}
