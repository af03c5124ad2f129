import {
  type LiveClosed,
  type LiveConnection,
  LiveError,
  type LiveOptions,
  openLive,
  pause,
} from '@anima/client/live';
import { createBackOff } from './back-off.js';

/** A session that is opened again where it was lost. */
export interface LiveLink {
  readonly current: LiveConnection | null;
  /** Returns the open session, or waits for the next one. Rejects with the error of the next attempt. */
  open(): Promise<LiveConnection>;
  close(): void;
}

export interface LiveLinkOptions {
  /** Returns the options of the next session; called for each session, since tickets expire. */
  options: () => Promise<LiveOptions>;
  /** Called before `open` resolves. */
  onOpen: (live: LiveConnection) => void;
  onLost: (closed: LiveClosed) => void;
  /** An attempt failed; `retryMs` is the delay of the next one, or null. */
  onProblem: (error: LiveError, retryMs: number | null) => void;
}

/** What does not pass by itself. */
const LASTING = new Set([
  ...['unauthorized', 'forbidden', 'ticket_expired', 'origin_not_allowed', 'host_not_allowed'],
  ...[
    'voice_not_found',
    'face_not_found',
    'validation_failed',
    'lexicon_invalid',
    'server_invalid',
    'ticket_missing',
  ],
]);

export function createLiveLink({ options, onOpen, onLost, onProblem }: LiveLinkOptions): LiveLink {
  const backOff = createBackOff();
  const ended = new AbortController();
  let current: LiveConnection | null = null;
  let attempt: Promise<LiveConnection> | null = null;
  /** Time of `performance.now()` before which no attempt is made. */
  let notBefore = 0;

  async function connect(): Promise<LiveConnection> {
    await pause(Math.max(0, notBefore - performance.now()), ended.signal);
    const live = await openLive({ ...(await options()), signal: ended.signal });
    const since = performance.now();
    current = live;
    attempt = null;
    live.on('closed', (closed) => {
      current = null;
      if (ended.signal.aborted) return;
      backOff.lasted(performance.now() - since);
      onLost(closed);
      again();
    });
    onOpen(live);
    return live;
  }

  function open(): Promise<LiveConnection> {
    if (current !== null) return Promise.resolve(current);
    attempt ??= connect().catch(failed);
    return attempt;
  }

  function failed(cause: unknown): never {
    const error = asLiveError(cause);
    attempt = null;
    if (!ended.signal.aborted) {
      const waitMs = postpone();
      const passes = !LASTING.has(error.code);
      onProblem(error, passes ? waitMs : null);
      if (passes) again();
    }
    throw error;
  }

  function postpone(): number {
    const waitMs = backOff.next();
    notBefore = performance.now() + waitMs;
    return waitMs;
  }

  function again(): void {
    if (notBefore < performance.now()) postpone();
    // Callers of `open` receive the error; without one it is ignored.
    open().catch(() => {});
  }

  return {
    get current() {
      return current;
    },
    open,
    close() {
      ended.abort(new LiveError('closed', 'The player was closed'));
      current?.close();
    },
  };
}

function asLiveError(error: unknown): LiveError {
  if (error instanceof LiveError) return error;
  return new LiveError(error instanceof TypeError ? 'server_invalid' : 'ticket_missing', messageOf(error), {
    cause: error,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
