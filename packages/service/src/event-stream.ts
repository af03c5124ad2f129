import { Readable } from 'node:stream';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { createCallerPlaces, type PlaceLimits } from './caller-places.js';
import { AppError } from './errors.js';
import type { EventLog, ServiceEvent } from './events.js';
import { strictObject } from './schema.js';
import type { ServiceApp } from './service-app.js';

export interface EventStreamOptions {
  url: string;
  log: EventLog;
  heartbeatMs?: number;
  limits?: Partial<PlaceLimits>;
  /** Which events the caller is told; asked when one is about to be sent. */
  hears?: (request: FastifyRequest) => (event: ServiceEvent) => boolean;
  /** Beside the error codes, what the service itself knows of its routes. */
  config?: FastifyContextConfig;
}

const LIMITS: PlaceLimits = { trusted: 64, guests: 64, eachGuest: 8 };
const BATCH = 200;
// What a slow reader may have waiting in memory; the rest stays in the log until there is room.
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
  const { url, log, heartbeatMs = 15_000, hears = () => () => true } = options;
  const places = createCallerPlaces('event streams', { ...LIMITS, ...options.limits });
  const open = new Set<EventStream>();
  app.addHook('preClose', async () => {
    for (const each of open) each.end();
  });
  app.get(
    url,
    {
      // HEAD would open a stream to nobody.
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
      const from = lastEventId(request, request.query.last_event_id) ?? log.latestId();
      const { caller, expiresAt = Number.POSITIVE_INFINITY } = request.identity;
      const leavePlace = places.take(caller);
      const [isAsked, isHeard] = [typeFilter(request.query.types), hears(request)];
      const matches = (event: ServiceEvent) => isAsked(event.type) && isHeard(event);
      const events = createEventStream(log, { from, matches, heartbeatMs });
      open.add(events);
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
  /** Ends the answer after what is already on its way. */
  end(): void;
}

interface StreamOptions {
  /** The id of the last event the reader has. */
  from: number;
  matches: (event: ServiceEvent) => boolean;
  heartbeatMs: number;
}

/**
 * Reads on from a position in the log whenever its reader has room, and sleeps until an announcement when
 * there is nothing to read: so there is no moment between catching up and following live in which an event
 * could be missed or told twice.
 */
function createEventStream(log: EventLog, { from, matches, heartbeatMs }: StreamOptions): EventStream {
  let position = from;
  let scheduled = false;
  let ended = false;
  const stream = new Readable({ highWaterMark: BUFFER_BYTES, read: () => schedule() });

  const schedule = () => {
    if (scheduled || ended) return;
    scheduled = true;
    setImmediate(pump);
  };
  const pump = () => {
    scheduled = false;
    if (ended) return;
    try {
      if (skipLostEvents() && !hasRoom()) return;
      const events = log.after(position, BATCH);
      for (const event of events) {
        if (!hasRoom()) return;
        position = event.id;
        if (matches(event)) stream.push(formatEvent(event));
      }
      if (events.length === BATCH) schedule();
    } catch (error) {
      stream.destroy(error as Error);
    }
  };
  /** Tells a reader whose place in the log is gone, be it pruned or from another life of the service. */
  const skipLostEvents = (): boolean => {
    const [oldest, latest] = [log.oldestId(), log.latestId()];
    const isLost = position < oldest - 1 || position > latest;
    if (!isLost) return false;
    const resumedAfter = position > latest ? latest : oldest - 1;
    const data = {
      asked_id: position,
      resumed_after_id: resumedAfter,
      reason: 'events after asked_id are no longer kept',
    };
    position = resumedAfter;
    stream.push(`id: ${position}\nevent: stream.reset\ndata: ${JSON.stringify(data)}\n\n`);
    return true;
  };
  const hasRoom = () => !ended && stream.readableLength < BUFFER_BYTES;

  // An id without data gives the client its place in the log before the first event comes.
  stream.push(`retry: ${RECONNECT_MS}\nid: ${position}\n\n`);
  const unsubscribe = log.subscribe(schedule);
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
