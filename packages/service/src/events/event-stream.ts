import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../errors.js';
import { createCallerPlaces, type PlaceLimits } from '../http/caller-slots.js';
import type { ServiceApp } from '../http/service-app.js';
import type { MaybePromise } from '../maybe-promise.js';
import { strictObject } from '../schema/schema.js';
import type { EventLog, EventPublisher, ServiceEvent } from './events.js';

export interface EventStreamOptions {
  url: string;
  log: EventLog;
  /** Reports that the log has new events. */
  publisher: Pick<EventPublisher, 'subscribe'>;
  heartbeatMs?: number;
  limits?: Partial<PlaceLimits>;
  /** Returns a filter of the events that the caller may receive; applied just before they are sent. */
  filterFor?: (request: FastifyRequest) => EventFilter;
  /** Further configuration of the route. */
  config?: FastifyContextConfig;
}

/** Returns the events to send, as the same objects. */
export type EventFilter = (events: readonly ServiceEvent[]) => MaybePromise<readonly ServiceEvent[]>;

const LIMITS: PlaceLimits = { trusted: 64, guests: 64, eachGuest: 8 };
const BATCH = 200;
// Bytes that are buffered for a slow reader; further events stay in the log.
const BUFFER_BYTES = 64 * 1024;
const RECONNECT_MS = 2_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const TYPE_PATTERN = '^(\\*|[a-z_]+(\\.[a-z_]+)*(\\.\\*)?)(,(\\*|[a-z_]+(\\.[a-z_]+)*(\\.\\*)?))*$';

const EventQuery = strictObject({
  types: Type.Optional(
    Type.String({
      maxLength: 1024,
      pattern: TYPE_PATTERN,
      description: 'Only these, e.g. `memory.*,agent.heartbeat`',
    }),
  ),
  last_event_id: Type.Optional(
    Type.String({ description: 'As the Last-Event-ID header, which goes before it' }),
  ),
});

/** `GET url`: the events of the log as server-sent events, live, and from where the client left off. */
export function registerEventStream(app: ServiceApp, options: EventStreamOptions): void {
  const { url, log, publisher, heartbeatMs = 15_000, filterFor = () => (events) => events } = options;
  const places = createCallerPlaces('event streams', { ...LIMITS, ...options.limits });
  const open = new Set<EventStream>();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const each of open) each.end();
  });
  app.get(
    url,
    {
      // A HEAD request would open a stream without a reader.
      exposeHeadRoute: false,
      schema: {
        operationId: 'streamEvents',
        summary: 'Server-sent events, resumable with Last-Event-ID',
        tags: ['events'],
        querystring: EventQuery,
        response: {
          200: { content: { 'text/event-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } } },
        },
      },
      config: { ...options.config, errors: ['too_many_requests'] },
    },
    async (request, reply) => {
      const from = lastEventId(request, request.query.last_event_id) ?? (await log.latestId());
      const { caller, expiresAt = Number.POSITIVE_INFINITY } = request.identity;
      const leavePlace = places.take(caller);
      const [isRequested, allowed] = [typeFilter(request.query.types), filterFor(request)];
      const filter: EventFilter = (events) => allowed(events.filter(({ type }) => isRequested(type)));
      const events = createEventStream(log, publisher, { from, filter, heartbeatMs });
      open.add(events);
      // The service started to close during the request.
      if (isClosing) events.end();
      const forgetExpiry = callAt(expiresAt, () => events.end());
      events.stream.once('close', () => {
        forgetExpiry();
        open.delete(events);
        leavePlace();
      });
      events.stream.once('error', (error) => request.log.error({ err: error }, 'event stream failed'));
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        })
        .send(events.stream);
    },
  );
}

/** Calls `end` at a time in ms since the epoch, unless the answer is called before. */
function callAt(time: number, end: () => void): () => void {
  const left = time - Date.now();
  // 24 days: a timer for later would run at once.
  if (left > LONGEST_TIMER_MS) return () => {};
  const timer = setTimeout(end, left);
  return () => clearTimeout(timer);
}

interface EventStream {
  stream: Readable;
  /** Ends the response after the buffered events. */
  end(): void;
}

interface StreamOptions {
  /** The id of the last event the reader has. */
  from: number;
  filter: EventFilter;
  heartbeatMs: number;
}

/**
 * Reads from a position in the log while its reader has room, and waits for the publisher when it has read
 * everything. So no event is lost or repeated between catching up and following live.
 */
function createEventStream(
  log: EventLog,
  publisher: Pick<EventPublisher, 'subscribe'>,
  { from, filter, heartbeatMs }: StreamOptions,
): EventStream {
  let position = from;
  /** There may be more to read, or more room, than when it last looked. */
  let isWoken = false;
  let isReading = false;
  let ended = false;
  const stream = new Readable({ highWaterMark: BUFFER_BYTES, read: () => wake() });

  const wake = () => {
    isWoken = true;
    if (!isReading) readOn().catch((error: Error) => stream.destroy(error));
  };
  const readOn = async () => {
    isReading = true;
    while (isWoken) {
      isWoken = false;
      // Lets other tasks run, and the reader take its data.
      await setImmediate();
      if (!hasRoom()) break;
      await pushBatch();
    }
    isReading = false;
  };
  const pushBatch = async () => {
    const events = await log.after(position, BATCH);
    if (await skipLostEvents()) return;
    const allowed = new Set(await filter(events));
    for (const event of events) {
      if (!hasRoom()) return;
      position = event.id;
      if (allowed.has(event)) stream.push(formatEvent(event));
    }
    isWoken ||= events.length === BATCH;
  };
  /**
   * Reports to the reader that its position is no longer in the log: it was pruned, or belongs to another
   * data directory. Checked after the events were read: if the position is still in the log, so are all later
   * events.
   */
  const skipLostEvents = async (): Promise<boolean> => {
    const [oldest, latest] = [await log.oldestId(), await log.latestId()];
    const isLost = position < oldest - 1 || position > latest;
    if (!isLost || ended) return isLost;
    const resumedAfter = position > latest ? latest : oldest - 1;
    const data = {
      asked_id: position,
      resumed_after_id: resumedAfter,
      reason: 'events after asked_id are no longer kept',
    };
    position = resumedAfter;
    stream.push(`id: ${position}\nevent: stream.reset\ndata: ${JSON.stringify(data)}\n\n`);
    isWoken = true;
    return true;
  };
  const hasRoom = () => !ended && stream.readableLength < BUFFER_BYTES;

  // An id without data gives the client its place in the log before the first event comes.
  stream.push(`retry: ${RECONNECT_MS}\nid: ${position}\n\n`);
  const unsubscribe = publisher.subscribe(wake);
  const heartbeat = setInterval(() => {
    if (hasRoom()) stream.push(': heartbeat\n\n');
  }, heartbeatMs);
  const stop = () => {
    ended = true;
    unsubscribe();
    clearInterval(heartbeat);
  };
  stream.once('close', stop);
  return {
    stream,
    end: () => {
      if (ended) return;
      stop();
      stream.push(null);
    },
  };
}

function formatEvent(event: ServiceEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function lastEventId(request: FastifyRequest, parameter: string | undefined): number | null {
  const header = request.headers['last-event-id'];
  const given = header ?? parameter;
  if (given === undefined || given === '') return null;
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given);
  const path = header === undefined ? 'last_event_id' : 'last-event-id';
  const message = `Expected the id of an event, a whole number, for ${path}`;
  throw new AppError('validation_failed', message, { errors: [{ path, message }] });
}

/** `memory.*` matches every type below memory; no filter matches all. */
function typeFilter(types: string | undefined): (type: string) => boolean {
  if (types === undefined) return () => true;
  const wanted = types.split(',');
  return (type) =>
    wanted.some(
      (each) => each === '*' || each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))),
    );
}
