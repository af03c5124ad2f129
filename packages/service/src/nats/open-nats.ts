import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { createBackoff } from '../backoff.js';

export interface NatsOptions {
  /** nats://user:password@host:port, nats://token@host:port, or tls:// for the same encrypted; several hosts with commas between them. */
  url: string;
  /** Shown in the server's list of connections. */
  name: string;
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
export function openNats({ url, name, onError }: NatsOptions): Nats {
  const closing = new AbortController();
  const news = new EventEmitter().setMaxListeners(0);
  const backoff = createBackoff();
  const options = {
    ...natsServers(url),
    name,
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
        if (!closing.signal.aborted) onError(away());
      }
    }
  }

  /** The client itself reconnects, but gives up where the first attempt fails. */
  async function connectPatiently(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        current = await connect(options);
        if (closing.signal.aborted) return await current.close();
        up();
        return await follow(current);
      } catch (error) {
        if (closing.signal.aborted) return;
        onError(away(error));
        await setTimeout(backoff.next(), undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  }
  const running = connectPatiently();

  function connection(): NatsConnection {
    if (current === null || !isUp) throw away();
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

function away(cause?: unknown): Error {
  return new Error('NATS does not answer: events are kept, and published when it is back', { cause });
}

/** What the client wants to know apart. */
export function natsServers(url: string) {
  const [, scheme, , credentials = '', hosts = ''] = /^(\w+):\/\/(([^@/]*)@)?([^/?]*)/.exec(url) ?? [];
  const [user = '', password] = credentials.split(':', 2).map(decodeURIComponent);
  return {
    servers: hosts.split(','),
    ...(scheme === 'tls' ? { tls: {} } : {}),
    ...(password === undefined ? (user === '' ? {} : { token: user }) : { user, pass: password }),
  };
}
