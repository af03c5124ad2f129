import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { createBackoff } from '@anima/service/engines';
import { AppError } from '@anima/service/errors';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { BusAddress } from './bus-address.js';

export interface NatsOptions {
  address: BusAddress;
  /** Called once per outage of the server. */
  onError: (error: unknown) => void;
}

/** Connection to NATS that reconnects automatically, after an outage of any duration. */
export interface Nats {
  /** Returns the connection. Throws `unavailable` while the server is unreachable. */
  connection(): NatsConnection;
  /** Resolves when the server is connected; rejects if this is closed before. */
  connected(): Promise<NatsConnection>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 3_000;
/** Interval of pings. The connection is lost if the server misses two pings. */
const PING_MS = 5_000;

/** Connects in the background; the server can start later. */
export function openNats({ address, onError }: NatsOptions): Nats {
  const { name, tls, ...server } = address;
  const closing = new AbortController();
  const news = new EventEmitter().setMaxListeners(0);
  const backoff = createBackoff();
  const options = {
    ...server,
    ...(tls ? { tls: {} } : {}),
    name: `anima ${name}`,
    timeout: CONNECT_TIMEOUT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    // A server can be reachable before its users are configured.
    ignoreAuthErrorAbort: true,
    reconnectDelayHandler: () => backoff.next(),
  };
  let current: NatsConnection | null = null;
  let isUp = false;

  function up(): void {
    isUp = true;
    backoff.reset();
    news.emit('up');
  }

  async function follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'reconnect') up();
      else if (type === 'disconnect' && isUp) {
        isUp = false;
        if (!closing.signal.aborted) onError(unavailableError());
      }
    }
  }

  /** Repeats the first connection attempt until it succeeds. The client itself then reconnects. */
  async function connectPatiently(): Promise<void> {
    let wasReported = false;
    while (!closing.signal.aborted) {
      try {
        current = await connect(options);
        if (closing.signal.aborted) return await current.close();
        up();
        return await follow(current);
      } catch (error) {
        if (closing.signal.aborted) return;
        if (!wasReported) onError(unavailableError(error));
        wasReported = true;
        await setTimeout(backoff.next(), undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  }
  const running = connectPatiently();

  function connection(): NatsConnection {
    if (current === null || !isUp) throw unavailableError();
    return current;
  }

  return {
    connection,
    async connected() {
      if (!isUp) await once(news, 'up', { signal: closing.signal });
      return connection();
    },
    async close() {
      closing.abort();
      await current?.close();
      await running;
    },
  };
}

export function unavailableError(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'The message bus does not answer; what happens is kept, and published when it is back',
    { cause, headers: { 'retry-after': '1' } },
  );
}
