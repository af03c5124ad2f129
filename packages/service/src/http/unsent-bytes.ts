import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { ServiceApp } from './service-app.js';

export interface UnsentLimits {
  /** Bytes of all large responses together that their clients have not read yet. */
  maxUnsentBytes: number;
  /** A client has at least this long to read a large response before its connection can be closed for `maxUnsentBytes`. */
  unsentGraceMs: number;
}

/** Smaller responses are not counted: the number of connections limits them. */
const LARGE_BYTES = 64 * 1024;

/**
 * Closes connections whose clients do not read their responses, the longest unread first, as soon as the large responses of all
 * connections together exceed `maxUnsentBytes`. Streams are not counted: they stop producing when their client stops reading.
 */
export function limitUnsentBytes(
  app: ServiceApp,
  { maxUnsentBytes, unsentGraceMs }: UnsentLimits,
  log: Pick<Logger, 'warn'>,
): void {
  // The longest unread first. A connection sends one response at a time.
  const unsent = new Map<Socket, { bytes: number; since: number }>();
  let total = 0;

  function forget(socket: Socket): void {
    total -= unsent.get(socket)?.bytes ?? 0;
    unsent.delete(socket);
  }
  function closeUnread(now: number): void {
    for (const [socket, { bytes, since }] of unsent) {
      if (total <= maxUnsentBytes || now - since < unsentGraceMs) return;
      log.warn(
        { bytes, limit: maxUnsentBytes },
        'a connection is closed: its client does not read the response',
      );
      forget(socket);
      socket.destroy();
    }
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const bytes =
      typeof payload === 'string'
        ? Buffer.byteLength(payload)
        : Buffer.isBuffer(payload)
          ? payload.length
          : 0;
    if (bytes < LARGE_BYTES) return;
    const { socket } = request.raw;
    const now = performance.now();
    closeUnread(now);
    forget(socket);
    unsent.set(socket, { bytes, since: now });
    total += bytes;
    reply.raw.once('close', () => forget(socket));
  });
}
