import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { AppError } from '../errors.js';
import type { Connections } from './connections.js';
import type { ServiceApp } from './service-app.js';
import { limitUnsentBytes, type UnsentLimits } from './unsent-bytes.js';

/** What one connection, and all of them together, may take. Times in milliseconds. */
export interface ConnectionLimits extends UnsentLimits {
  /** Until the last header has come; also for a connection that never sends a byte. */
  headersMs: number;
  /** Until the last byte of the body has come. As long as a large upload over a slow line. */
  requestMs: number;
  /** How long an answer, or a part of it, waits for a reader who takes none of it. */
  stalledMs: number;
  /** How often the first two are looked at. */
  checkMs: number;
  maxConnections: number;
  /** Requests on one connection that are not answered yet. They are handled one after the other. */
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

/** The part of the limits that Node is told when the server is made. */
export function serverTimeouts(limits: ConnectionLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.stalledMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  };
}

/**
 * Ends connections whose reader takes nothing of what waits for it, and refuses requests beyond the number on one of them.
 * Node's inactivity timer tells of a silent connection; a request that is still being worked on may be silent for as long as it
 * needs. Where there are too many connections one that waits makes room, so that nobody keeps others out with those that do
 * nothing; where all are at work it is the new one.
 *
 * A pipelined request starts when the response before it has been sent, as its result would only wait in memory until then.
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
