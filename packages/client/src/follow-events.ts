import { followSignals } from '@anima/calls/signals';
import { AnimaError, ServiceUnreachableError } from './anima-error.js';
import { pause } from './pause.js';
import type { ServerSentEvent } from './server-sent-events.js';

/** Something that has happened in a service. */
export interface AnimaEvent {
  /** Ascending, never used twice. */
  id: number;
  /** `memory.created`, `job.succeeded`, ...; `stream.reset` where events between are lost, because they are no longer kept. */
  type: string;
  /** ISO 8601; null of a `stream.reset`. */
  time: string | null;
  data: Record<string, unknown>;
}

export interface FollowOptions {
  /** Only these, as `['memory.*', 'audit.finished']`; all by default. */
  types?: readonly string[];
  /** Id of the last known event: later events are sent first. Without it, only new events are sent. */
  after?: number;
  /** Ends the loop. */
  signal?: AbortSignal;
  /** Called when the stream is open, and again after each reconnection: no later event is missed. */
  onOpen?: () => void;
}

/** Opens the stream after an event, null for from now on. */
export type OpenEvents = (
  query: { types?: string; last_event_id?: string },
  signal: AbortSignal,
) => AsyncIterable<ServerSentEvent>;

const SOON_MS = 200;
const RECONNECT_MS = 2_000;
const LONGEST_RECONNECT_MS = 30_000;
/** Attempts in a row that bring nothing, about ten minutes; then the loop ends with the last error. */
const ATTEMPTS = 24;

/**
 * Yields the events of a service as they happen, each once and in order; after a lost connection it continues
 * with the next event. Fails immediately if the first connection fails.
 * @throws ServiceUnreachableError; AnimaError if the service rejects the request
 */
export async function* followEvents(
  open: OpenEvents,
  { types, after, signal: ended, onOpen }: FollowOptions = {},
): AsyncGenerator<AnimaEvent, void, void> {
  const left = new AbortController();
  const { signal, release } = followSignals([left.signal, ended]);
  let place = after === undefined ? null : String(after);
  let retryMs = RECONNECT_MS;
  let [isFirst, failures] = [true, 0];
  try {
    while (!signal.aborted) {
      try {
        const query = {
          ...(types === undefined ? {} : { types: types.join(',') }),
          ...(place === null ? {} : { last_event_id: place }),
        };
        let isOpen = false;
        for await (const { event, data, id, retryMs: asked } of open(query, signal)) {
          [isFirst, failures] = [false, 0];
          place = id ?? place;
          // The first block contains the position in the log.
          if (!isOpen) onOpen?.();
          isOpen = true;
          retryMs = asked ?? retryMs;
          if (data !== null) yield eventOf(event, Number(place), data);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (isFirst || !mayComeBack(error) || ++failures >= ATTEMPTS) throw error;
      }
      // Most connections are lost alone: once it is tried soon.
      const waitMs = failures < 2 ? SOON_MS : Math.min(retryMs * 1.5 ** (failures - 2), LONGEST_RECONNECT_MS);
      await pause(waitMs * (0.5 + Math.random() / 2), signal).catch(() => {});
    }
  } finally {
    left.abort();
    release();
  }
}

function mayComeBack(error: unknown): boolean {
  if (error instanceof AnimaError) return error.status === 429 || error.status >= 500;
  return error instanceof ServiceUnreachableError;
}

function eventOf(type: string, id: number, text: string): AnimaEvent {
  const { time = null, data, ...rest } = JSON.parse(text) as Partial<AnimaEvent>;
  // A reset has no envelope.
  return data === undefined ? { id, type, time: null, data: rest } : { id, type, time, data };
}
