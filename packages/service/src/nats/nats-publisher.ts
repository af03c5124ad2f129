import { setTimeout } from 'node:timers/promises';
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
import type { RelayPosition } from '../events/event-relay.js';
import type { EventPublisher, ServiceEvent } from '../events/events.js';
import { createBackoff } from '../storage/circuit-breaker.js';
import type { BusAddress } from './bus-address.js';
import { openNats } from './open-nats.js';
import { readEventMessage } from './read-event-message.js';

export interface NatsPublisherOptions {
  address: BusAddress;
  /** Of the log whose events these are: a stream takes those of one alone. */
  logId: string;
  /** Told of what fails behind a call. */
  onError: (error: unknown) => void;
}

export interface NatsPublisher {
  publisher: EventPublisher;
  /** The last event of the stream: what was published is what the stream holds, so no other record of it can be wrong. */
  position: RelayPosition;
  close(): Promise<void>;
}

/** How long a service that starts waits for a server that may be away. */
const PATIENCE_MS = 2_000;
const TIMEOUT_MS = 2_000;
const MAX_MESSAGES = 50_000;
const MAX_BYTES = 64 * 1024 * 1024;
const NANOS_PER_MS = 1_000_000;
const DUPLICATE_WINDOW_MS = 120_000;
/** Other publishers of the same log may be ahead so many times in a row. */
const MAX_TURNS = 20;
/** Room for subject, id and expectations beside the event. */
const HEADER_BYTES = 1_024;

interface Tip {
  /** Of the last message in the stream, whoever wrote it. */
  sequence: number;
  /** Of the last event in it; 0 in a stream without events. */
  eventId: number;
}

/**
 * A JetStream stream as the bus: each event a message on `{name}.{type}`, as `anima.memory.created`. Any number of processes may relay
 * the same log into it: each message names the sequence number it expects to follow, so that the stream takes every event once and in
 * order, whoever is first and however late another one wakes; and an id, so that who is second is told that it is there already.
 * While the server is away, calls reject. Resolves without it.
 */
export async function openNatsPublisher(options: NatsPublisherOptions): Promise<NatsPublisher> {
  const { address, logId, onError } = options;
  const stream = address.name;
  const nats = openNats({ address, onError });
  const listeners = new Set<(batch: readonly ServiceEvent[]) => void>();
  const closing = new AbortController();
  let clients: { of: NatsConnection; js: JetStreamClient; jsm: JetStreamManager } | null = null;
  let tip: Tip | null = null;
  let line: Promise<void> = Promise.resolve();
  /** Of the last attempt to publish, or to find out where to go on; null after one that worked. */
  let failure: unknown = null;
  let nowListens = () => {};
  const listening = new Promise<void>((resolve) => (nowListens = resolve));

  /** Of the connection there is, once the stream is known to be there and ours. */
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
          `Expected the stream ${stream} to hold the events of ${logId}, received "${config.description ?? ''}": put another name behind the address`,
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
    // Others may have put what is no event behind the last one.
    for (let seq = state.last_seq; seq >= state.first_seq; seq--) {
      const message = await messageAt(jsm, seq);
      const event = message === null ? null : readEventMessage(stream, message);
      if (event !== null) return { ...last, eventId: event.id };
    }
    return last;
  }

  /** Null where the message was deleted. */
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
          // Where the stream is gone it is made anew.
          clients = null;
          throw error;
        }
      }
      // Another process has published meanwhile: what is left is what comes after that.
      const now = await readTip();
      if (before !== null && now.eventId < before.eventId)
        throw new Error(`The stream ${stream} has lost events: they are published again`);
      tip = now;
      left = left.filter(({ id }) => id > now.eventId);
    }
  }

  /** All are on their way at once: each is taken only where the one before it was. */
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

  function tell(event: ServiceEvent): void {
    for (const listener of listeners) {
      try {
        listener([event]);
      } catch {
        // What a listener missed it reads from the log.
      }
    }
  }

  /** Every message after the place where this process came, each once, over any number of connections. */
  async function listen(): Promise<void> {
    const backoff = createBackoff();
    let heard: number | null = null;
    while (!closing.signal.aborted) {
      try {
        await nats.connected();
        const { js, jsm } = await opened();
        const { state } = await jsm.streams.info(stream);
        // A stream that ends before what was heard of it is another one.
        if (heard === null) heard = state.last_seq;
        else if (heard > state.last_seq) heard = 0;
        const consumer = await js.consumers.get(stream, {
          deliver_policy: DeliverPolicy.StartSequence,
          opt_start_seq: heard + 1,
        });
        const messages = await consumer.consume({ abort_on_missing_resource: true });
        const stop = () => void messages.close();
        closing.signal.addEventListener('abort', stop, { once: true });
        nowListens();
        backoff.reset();
        for await (const message of messages) {
          heard = message.seq;
          const event = readEventMessage(stream, message);
          if (event !== null) tell(event);
          else onError(new Error(`Passed over message ${heard} of the stream ${stream}, which is no event`));
        }
        closing.signal.removeEventListener('abort', stop);
      } catch (error) {
        if (closing.signal.aborted) return;
        onError(error);
      }
      // The stream may be gone, and has to be made anew.
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

      /** A question to the stream goes the way of an event, and nobody hears it. Rejects also while events cannot be published. */
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
      // The stream has it.
      save: () => {},
    },
    async close() {
      closing.abort();
      await nats.close();
      await Promise.all([running, line]);
    },
  };
}

/** An event that no message holds goes without its data: who needs them reads the log. */
function fitting(event: ServiceEvent, room: number): string {
  const text = JSON.stringify(event);
  return Buffer.byteLength(text) <= room ? text : JSON.stringify({ ...event, data: {}, data_left_out: true });
}

const isCode = (error: unknown, code: number) => error instanceof JetStreamApiError && error.code === code;
