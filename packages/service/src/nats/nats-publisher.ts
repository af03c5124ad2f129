import {
  DeliverPolicy,
  type JetStreamClient,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
} from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { createBackoff } from '../backoff.js';
import { AppError } from '../errors.js';
import type { RelayPosition } from '../event-relay.js';
import type { EventPublisher, ServiceEvent } from '../events.js';
import type { BusAddress } from './bus-address.js';

export interface NatsPublisherOptions {
  address: BusAddress;
  /** Of the log whose events these are: another one counts from one again. */
  logId: string;
  /** Told of what fails behind a call. */
  onError: (error: unknown) => void;
}

export interface NatsPublisher {
  publisher: EventPublisher;
  /** The last event of this log in the stream: where whoever publishes goes on. */
  position: RelayPosition;
  close(): Promise<void>;
}

/** How long one answer of the server is waited for. */
const TIMEOUT_MS = 2_000;
/** What a stream keeps for consumers that were away. */
const KEPT_BYTES = 256 * 1024 * 1024;
const KEPT_NANOSECONDS = 7 * 24 * 3_600 * 1e9;
/** Within it the server takes an event that is published again, by another process or after a lost answer, for the one it has. */
const DEDUPLICATED_NANOSECONDS = 5 * 60 * 1e9;
const LOG_ID = 'Anima-Log';
const EVENT_ID = 'Anima-Event';

/**
 * A JetStream stream as the bus: each event a message on `{name}.{type}` (`anima_memory.memory.created`), named by its log and id, so that
 * any number of processes may relay one log into it. Each begins behind the last event of the stream and goes on in order; so what is
 * new in the stream is in order too, and what comes twice the server drops.
 *
 * While the server is away, `publish` rejects and tells the subscribers of this process all the same: listeners read the log.
 * Resolves without waiting for a server that is away.
 */
export async function openNatsPublisher({
  address,
  logId,
  onError,
}: NatsPublisherOptions): Promise<NatsPublisher> {
  const { name, tls, servers, ...credentials } = address;
  const listeners = new Set<(batch: readonly ServiceEvent[]) => void>();
  const closing = new AbortController();
  let highest = 0;
  let bus: Promise<Bus> | null = null;

  function tell(batch: readonly ServiceEvent[]): void {
    for (const listen of listeners) {
      try {
        listen(batch);
      } catch {
        // What a listener missed it reads from the log.
      }
    }
  }

  /** One connection, which reconnects by itself as long as the process lives. */
  function connected(): Promise<Bus> {
    if (bus === null) {
      const opening = openBus({ name, options: { servers, ...credentials, ...(tls ? { tls: {} } : {}) } });
      bus = opening;
      opening.catch(() => {
        if (bus === opening) bus = null;
      });
    }
    return bus;
  }

  async function publishOne({ js, nc }: Bus, event: ServiceEvent): Promise<void> {
    const text = JSON.stringify(event);
    const size = Buffer.byteLength(text);
    const most = (nc.info?.max_payload ?? 1_048_576) - 4_096;
    // Too large for the server: consumers are told that it was, and find it by its id.
    const payload =
      size <= most
        ? text
        : JSON.stringify({ ...event, data: {}, left_out: 'data is larger than the bus takes' });
    const head = headers();
    head.set(LOG_ID, logId);
    head.set(EVENT_ID, String(event.id));
    await js.publish(`${name}.${event.type}`, payload, {
      msgID: `${logId}:${event.id}`,
      headers: head,
      timeout: TIMEOUT_MS,
    });
  }

  /** One after the other: the next goes when the server has stored the one before. */
  let publishing: Promise<unknown> = Promise.resolve();
  function publish(batch: readonly ServiceEvent[]): Promise<void> {
    const published = publishing.then(async () => {
      try {
        const joined = await connected();
        try {
          for (const event of batch) await publishOne(joined, event);
        } catch (error) {
          if (!isStreamMissing(error)) throw error;
          // A server that lost its disk has lost the stream.
          await joined.makeStream();
          for (const event of batch) await publishOne(joined, event);
        }
      } catch (error) {
        tell(batch);
        throw away(error);
      }
    });
    publishing = published.catch(() => {});
    return published;
  }

  /** Until it is closed: events from now on, and after an interruption a word that there may be more. */
  async function follow(onReady: () => void): Promise<void> {
    const backoff = createBackoff();
    while (!closing.signal.aborted) {
      try {
        const { js } = await connected();
        const consumer = await js.consumers.get(name, { deliver_policy: DeliverPolicy.New });
        const messages = await consumer.consume();
        const stop = () => messages.stop();
        closing.signal.addEventListener('abort', stop, { once: true });
        onReady();
        tell([]);
        backoff.reset();
        try {
          for await (const message of messages) {
            const event = readEvent(message.data, message.headers?.get(LOG_ID) ?? '', logId);
            if (event === null || event.id <= highest) continue;
            highest = event.id;
            tell([event]);
          }
        } finally {
          closing.signal.removeEventListener('abort', stop);
        }
      } catch (error) {
        if (!closing.signal.aborted) onError(away(error));
      }
      onReady();
      if (!closing.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, backoff.next()).unref());
    }
  }

  await new Promise<void>((resolve) => {
    follow(resolve).catch(onError);
  });

  return {
    publisher: {
      publish,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async probe() {
        const { nc, makeStream } = await connected().catch((error: unknown) => {
          throw away(error);
        });
        await comesBack(nc, `${name}-probe`);
        await makeStream();
      },
    },
    position: {
      async load() {
        const { manager } = await connected();
        const last = await manager.streams
          .getMessage(name, { last_by_subj: `${name}.>` })
          .catch((error: unknown) => {
            throw away(error);
          });
        if (last === null || last.header.get(LOG_ID) !== logId) return null;
        return Number(last.header.get(EVENT_ID));
      },
      // The stream itself is where it is kept.
      save() {},
    },
    async close() {
      closing.abort();
      const joined = await bus?.catch(() => null);
      await joined?.nc.close();
    },
  };
}

interface Bus {
  nc: NatsConnection;
  js: JetStreamClient;
  manager: Awaited<ReturnType<typeof jetstreamManager>>;
  /** Makes the stream where it is not there. */
  makeStream: () => Promise<void>;
}

async function openBus({
  name,
  options,
}: {
  name: string;
  options: Parameters<typeof connect>[0];
}): Promise<Bus> {
  const nc = await connect({
    ...options,
    name: `anima ${name}`,
    timeout: TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 500,
    pingInterval: 5_000,
    maxPingOut: 2,
  });
  try {
    const manager = await jetstreamManager(nc, { timeout: TIMEOUT_MS });
    const makeStream = async () => {
      await manager.streams.add({
        name,
        subjects: [`${name}.>`],
        retention: RetentionPolicy.Limits,
        max_bytes: KEPT_BYTES,
        max_age: KEPT_NANOSECONDS,
        duplicate_window: DEDUPLICATED_NANOSECONDS,
      });
    };
    await makeStream();
    return { nc, js: jetstream(nc, { timeout: TIMEOUT_MS }), manager, makeStream };
  } catch (error) {
    await nc.close();
    throw error;
  }
}

/** A message to ourselves. */
async function comesBack(nc: NatsConnection, subject: string): Promise<void> {
  const own = `${subject}.${crypto.randomUUID()}`;
  await new Promise<void>((resolve, reject) => {
    const subscription = nc.subscribe(own, {
      max: 1,
      timeout: TIMEOUT_MS,
      callback: (error) => (error ? reject(error) : resolve()),
    });
    try {
      nc.publish(own);
    } catch (error) {
      subscription.unsubscribe();
      reject(error);
    }
  }).catch((error: unknown) => {
    throw away(error);
  });
}

function readEvent(data: Uint8Array, log: string, logId: string): ServiceEvent | null {
  if (log !== logId) return null;
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    return null;
  }
}

/** JetStream's "no stream" and NATS's "no responders": nobody listens at the subject. */
const isStreamMissing = (error: unknown) =>
  error instanceof Error &&
  /no responders|stream not found|no stream/i.test(`${error.message} ${error.cause ?? ''}`);

const away = (cause: unknown) =>
  cause instanceof AppError
    ? cause
    : new AppError(
        'unavailable',
        'The message bus does not answer; what happens is kept, and published when it is back',
        {
          cause,
          headers: { 'retry-after': '1' },
        },
      );
