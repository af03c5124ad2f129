import { setTimeout } from 'node:timers/promises';
import { createBackoff } from '@anima/service/engines';
import type { ServiceEvent } from '@anima/service/events';
import type { NatsPublisher } from '@anima/service/scale-out';
import {
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { BusAddress } from './bus-address.js';
import { openNats } from './open-nats.js';
import { readEventMessage } from './read-event-message.js';

interface NatsPublisherOptions {
  address: BusAddress;
  /** Id of the event log. A stream accepts the events of one log only. */
  logId: string;
  /** Called with failures of background work. */
  onError: (error: unknown) => void;
}

/** Maximum time in milliseconds that a starting service waits for the server. */
const PATIENCE_MS = 2_000;
const TIMEOUT_MS = 2_000;
const MAX_MESSAGES = 50_000;
const MAX_BYTES = 64 * 1024 * 1024;
const NANOS_PER_MS = 1_000_000;
const DUPLICATE_WINDOW_MS = 120_000;
/** Maximum number of consecutive attempts that fail because another publisher of the log was faster. */
const MAX_TURNS = 20;
/** Bytes reserved for the subject, the id and the expectations of a message. */
const HEADER_BYTES = 1_024;

interface Tip {
  /** Sequence number of the last message in the stream, from any publisher. */
  sequence: number;
  /** Id of the last event in the stream; 0 if the stream has no events. */
  eventId: number;
}

/**
 * Opens a JetStream stream as the message bus. Each event is a message with the subject `{name}.{type}`, such
 * as `anima.memory.created`. Any number of processes can relay the same log into the stream: each message
 * states the sequence number that it expects before it, so the stream stores every event once and in order.
 * Each message also has an id, so the server detects a duplicate.
 *
 * Resolves even if the server is unreachable; until it is back, calls reject.
 */
export async function openNatsPublisher({
  address,
  logId,
  onError,
}: NatsPublisherOptions): Promise<NatsPublisher> {
  const stream = address.name;
  const nats = openNats({ address, onError });
  const listeners = new Set<(batch: readonly ServiceEvent[]) => void>();
  const closing = new AbortController();
  let clients: { of: NatsConnection; js: JetStreamClient; jsm: JetStreamManager } | null = null;
  let tip: Tip | null = null;
  let line: Promise<void> = Promise.resolve();
  /** Error of the last attempt to publish or to read the tip; null if it succeeded. */
  let failure: unknown = null;
  let nowListens = () => {};
  const listening = new Promise<void>((resolve) => (nowListens = resolve));

  /**
   * Returns the clients of the current connection, after checking that the stream exists and belongs to this
   * log.
   */
  async function opened() {
    const connection = nats.connection();
    if (clients?.of === connection) return clients;
    const jsm = await jetstreamManager(connection, { timeout: TIMEOUT_MS });
    clients = { of: connection, js: jetstream(connection, { timeout: TIMEOUT_MS }), jsm };
    await assureStream(jsm);
    return clients;
  }

  async function assureStream(jsm: JetStreamManager): Promise<void> {
    const description = `Anima: events of ${logId}`;
    try {
      const { config } = await jsm.streams.info(stream);
      if (config.description !== description)
        throw new Error(
          `Expected the stream ${stream} to hold the events of ${logId}, received "${config.description ?? ''}": append another name to the address`,
        );
    } catch (error) {
      if (!isCode(error, JetStreamApiCodes.StreamNotFound)) {
        clients = null;
        throw error;
      }
      await jsm.streams.add({
        name: stream,
        description,
        subjects: [`${stream}.>`],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        discard: DiscardPolicy.Old,
        max_msgs: MAX_MESSAGES,
        max_bytes: MAX_BYTES,
        duplicate_window: DUPLICATE_WINDOW_MS * NANOS_PER_MS,
      });
    }
  }

  async function readTip(): Promise<Tip> {
    const { jsm } = await opened();
    const { state } = await jsm.streams.info(stream);
    const last = { sequence: state.last_seq, eventId: 0 };
    if (state.messages === 0) return last;
    // Other clients can have published messages that are not events after the last event.
    for (let seq = state.last_seq; seq >= state.first_seq; seq--) {
      const message = await messageAt(jsm, seq);
      const event = message === null ? null : readEventMessage(stream, message);
      if (event !== null) return { ...last, eventId: event.id };
    }
    return last;
  }

  /** Returns a message of the stream, or null if it was deleted. */
  async function messageAt(jsm: JetStreamManager, seq: number) {
    try {
      return await jsm.streams.getMessage(stream, { seq });
    } catch (error) {
      if (isCode(error, JetStreamApiCodes.NoMessageFound)) return null;
      throw error;
    }
  }

  async function publishInOrder(batch: readonly ServiceEvent[]): Promise<void> {
    let left = batch;
    for (let turn = 1; left.length > 0; turn++) {
      const before = tip;
      tip ??= await readTip();
      try {
        tip = await append(left, tip);
        return;
      } catch (error) {
        tip = null;
        if (!isCode(error, JetStreamApiCodes.StreamWrongLastSequence) || turn === MAX_TURNS) {
          // The next attempt creates the stream if it was removed.
          clients = null;
          throw error;
        }
      }
      // Another process published in the meantime. Only later events remain.
      const now = await readTip();
      if (before !== null && now.eventId < before.eventId)
        throw new Error(`The stream ${stream} has lost events: they are published again`);
      tip = now;
      left = left.filter(({ id }) => id > now.eventId);
    }
  }

  /** Publishes all events concurrently. The server accepts each event only directly after its predecessor. */
  async function append(events: readonly ServiceEvent[], { sequence }: Tip): Promise<Tip> {
    const { js, of } = await opened();
    const room = (of.info?.max_payload ?? 1024 * 1024) - HEADER_BYTES;
    const answers = await Promise.allSettled(
      events.map((event, n) =>
        js.publish(`${stream}.${event.type}`, fitting(event, room), {
          msgID: `${event.id} ${event.time}`,
          expect: { lastSequence: sequence + n },
          timeout: TIMEOUT_MS,
        }),
      ),
    );
    const failure = answers.find((answer) => answer.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    const last = answers.at(-1) as PromiseFulfilledResult<{ seq: number }>;
    return { sequence: last.value.seq, eventId: events.at(-1)!.id };
  }

  async function noting<Result>(attempt: Promise<Result>): Promise<Result> {
    try {
      const result = await attempt;
      failure = null;
      return result;
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  function dispatch(event: ServiceEvent): void {
    for (const listener of listeners) {
      try {
        listener([event]);
      } catch {
        // An error is ignored: the listener reads missed events from the log.
      }
    }
  }

  /**
   * Passes every message published after the start of this process to the listeners, once each, across
   * reconnections.
   */
  async function listen(): Promise<void> {
    const backoff = createBackoff();
    let receivedSequence: number | null = null;
    while (!closing.signal.aborted) {
      try {
        await nats.connected();
        const { js, jsm } = await opened();
        const { state } = await jsm.streams.info(stream);
        // If the stream ends before the last received message, it was created again.
        if (receivedSequence === null) receivedSequence = state.last_seq;
        else if (receivedSequence > state.last_seq) receivedSequence = 0;
        const consumer = await js.consumers.get(stream, {
          deliver_policy: DeliverPolicy.StartSequence,
          opt_start_seq: receivedSequence + 1,
        });
        const messages = await consumer.consume({ abort_on_missing_resource: true });
        const stop = () => void messages.close();
        closing.signal.addEventListener('abort', stop, { once: true });
        nowListens();
        backoff.reset();
        for await (const message of messages) {
          receivedSequence = message.seq;
          const event = readEventMessage(stream, message);
          if (event !== null) dispatch(event);
          else
            onError(
              new Error(`Passed over message ${receivedSequence} of the stream ${stream}, which is no event`),
            );
        }
        closing.signal.removeEventListener('abort', stop);
      } catch (error) {
        if (closing.signal.aborted) return;
        onError(error);
      }
      // The stream may have been removed; then it must be created again.
      clients = null;
      await setTimeout(backoff.next(), undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }
  const running = listen();

  await Promise.race([listening, setTimeout(PATIENCE_MS, undefined, { ref: false })]);

  return {
    publisher: {
      publish(batch) {
        const published = noting(line.then(() => publishInOrder(batch)));
        line = published.catch(() => {});
        return published;
      },

      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },

      /**
       * Queries the state of the stream, which takes the same path as an event. Also rejects while events
       * cannot be published.
       */
      async probe() {
        const { jsm } = await opened();
        await jsm.streams.info(stream);
        if (failure !== null) throw failure;
      },
    },
    position: {
      async load() {
        tip = await noting(readTip());
        return tip.eventId;
      },
      // The stream itself stores the position.
      save: () => {},
    },
    async close() {
      closing.abort();
      await nats.close();
      await Promise.all([running, line]);
    },
  };
}

/**
 * Serialises an event. If it exceeds the limit of a message, its data are omitted; listeners can read them
 * from the log.
 */
function fitting(event: ServiceEvent, room: number): string {
  const text = JSON.stringify(event);
  return Buffer.byteLength(text) <= room ? text : JSON.stringify({ ...event, data: {}, data_left_out: true });
}

const isCode = (error: unknown, code: number) => error instanceof JetStreamApiError && error.code === code;
