import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { createBackoff } from '../backoff.js';
import { AppError } from '../errors.js';
import type { BusAddress } from './bus-address.js';

export interface NatsOptions {
  address: BusAddress;
  /** Told once each time the server is found away. */
  onError: (error: unknown) => void;
}

/** A connection to NATS that comes back by itself, however long it takes. */
export interface Nats {
  /** Throws while there is none. */
  connection(): NatsConnection;
  /** Resolves when there is one; rejects when this is closed before. */
  connected(): Promise<NatsConnection>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 3_000;
/** A server that answers none of two pings is taken for gone. */
const PING_MS = 5_000;

/** Connects behind: the server may come later. */
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
    // A server may come back before it knows its users.
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

  /** The client itself reconnects, but gives up where the first attempt fails. */
  async function connectPatiently(): Promise<void> {
    let wasTold = false;
    while (!closing.signal.aborted) {
      try {
        current = await connect(options);
        if (closing.signal.aborted) return await current.close();
        up();
        return await follow(current);
      } catch (error) {
        if (closing.signal.aborted) return;
        if (!wasTold) onError(unavailableError(error));
        wasTold = true;
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
