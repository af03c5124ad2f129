import { readBinaryFrame } from './binary-frame.js';
import { closeReason } from './close-reason.js';
import { eventQueue } from './event-queue.js';
import { explainRejection } from './explain-rejection.js';
import { createListeners } from './listeners.js';
import { LiveError } from './live-error.js';
import type { LiveEvent, LiveEvents, LiveInterrupted, LiveSessionRecord } from './live-events.js';
import {
  given,
  type LiveOptions,
  type LiveSpeechOptions,
  socketAddress,
  updateMessage,
} from './live-options.js';
import { readServerMessage, type ServerMessage } from './server-message.js';

/** A live session: it takes text while it is being written, and sends audio, words and motion. */
export interface LiveConnection extends AsyncIterable<LiveEvent> {
  /** The current settings. */
  readonly session: LiveSessionRecord;
  /** Appends text to the utterance, at most 20,000 characters in total; the first text starts it. */
  text(utterance: string, text: string): void;
  /** Speaks the text so far, without waiting for the end of the clause. */
  flush(utterance: string): void;
  /** No more text will come. */
  end(utterance: string): void;
  /**
   * Stops all utterances; `played` is the played time of `utterance` in seconds, else the service estimates
   * it. Older events are dropped from now on. Rejects with a `LiveError` if the session ends first.
   */
  interrupt(played?: number, utterance?: string): Promise<LiveInterrupted>;
  /** Changes settings between utterances. Rejects with the `LiveError` of the service if it changed none. */
  update(change: LiveSpeechOptions): Promise<LiveSessionRecord>;
  close(): void;
  /** Adds a listener; returns a function that removes it. Events arrive in order. */
  on<Type extends keyof LiveEvents>(type: Type, listener: (detail: LiveEvents[Type]) => void): () => void;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: LiveError): void;
}

const PROTOCOL = 'anima.live.1';

/**
 * Opens a session; resolves when it has the settings of the options. Rejects with a `LiveError`:
 * `unreachable`, `unauthorized`, `ticket_expired`, `origin_not_allowed`, `too_many_sessions`,
 * `voice_not_found`, ..., `aborted`; with a `TypeError` for an invalid address.
 */
export async function openLive(options: LiveOptions): Promise<LiveConnection> {
  const { signal } = options;
  const address = socketAddress(options);
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  if (Socket === undefined)
    throw new TypeError('Expected a WebSocket; this version of Node.js has none, so pass that of ws');
  if (signal?.aborted) throw aborted(signal);
  const socket = new Socket(address, [PROTOCOL]);
  socket.binaryType = 'arraybuffer';
  const live = converse(socket, options.server);
  const stop = () => live.close();
  signal?.addEventListener('abort', stop);
  live.on('closed', () => signal?.removeEventListener('abort', stop));
  try {
    await live.started;
    if (updateMessage(options) !== null) await live.update(options);
    return live;
  } catch (error) {
    live.close();
    if (signal?.aborted) throw aborted(signal);
    if (live.wasOpen()) throw error;
    throw await explainRejection(options);
  }
}

function aborted({ reason }: AbortSignal): LiveError {
  return new LiveError('aborted', 'The session was ended before it began', { fatal: true, cause: reason });
}

/** Connects a socket with the calls and events of a session. `started` resolves with the first `session`. */
function converse(socket: WebSocket, server: string) {
  const { on, tell } = createListeners<LiveEvents>();
  const any = createListeners<{ event: LiveEvent }>();
  const numbers = new Map<number, string>();
  const interrupts: Waiting<LiveInterrupted>[] = [];
  const updates: Waiting<LiveSessionRecord>[] = [];
  let session: LiveSessionRecord | null = null;
  let generation = 0;
  let fatal: LiveError | null = null;
  let closedHere = false;
  let wasOpen = false;

  function emit<Type extends keyof LiveEvents>(type: Type, detail: LiveEvents[Type]): void {
    tell(type, detail);
    any.tell('event', { type, detail } as LiveEvent);
  }

  /** Events from before an interruption are dropped. */
  const isStale = () => interrupts.length > 0;

  function handle(message: ServerMessage): void {
    switch (message.type) {
      case 'session':
        session = message.session;
        generation = session.generation;
        updates.shift()?.resolve(session);
        emit('session', session);
        break;
      case 'started':
        if (isStale()) break;
        numbers.set(message.number, message.utterance);
        emit('started', message);
        break;
      case 'words':
        if (!isStale()) emit('words', message);
        break;
      case 'done':
        if (!isStale()) emit('done', message.done);
        break;
      case 'interrupted':
        ({ generation } = message.interrupted);
        numbers.clear();
        interrupts.shift()?.resolve(message.interrupted);
        emit('interrupted', message.interrupted);
        break;
      case 'error':
        handleError(message.error);
    }
  }

  function handleError(error: LiveError): void {
    if (error.fatal) fatal = error;
    // The service responds in the order of the requests.
    const refused = error.fatal || error.utterance !== null ? undefined : updates.shift();
    if (refused === undefined) emit('error', error);
    else refused.reject(error);
  }

  function handleBinary(data: ArrayBuffer): void {
    const { kind, number, first, ...frame } = readBinaryFrame(data, session?.motion.shapes.length ?? 0);
    if (isStale() || frame.generation < generation) return;
    const utterance = numbers.get(number);
    if (utterance === undefined)
      throw new LiveError('message_invalid', `Expected an utterance that began, received number ${number}`);
    const { values, ...rest } = frame;
    if (kind === 'sound')
      emit('sound', { utterance, number, firstSample: first, ...rest, samples: values as Int16Array });
    else emit('motion', { utterance, number, firstFrame: first, ...rest, values: values as Float32Array });
    if (kind === 'sound' && rest.last) numbers.delete(number);
  }

  const started = new Promise<LiveSessionRecord>((resolve, reject) => updates.push({ resolve, reject }));
  // Prevents an unhandled rejection: the caller receives the error.
  started.catch(() => {});
  socket.addEventListener('open', () => {
    wasOpen = true;
  });
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    try {
      if (typeof data !== 'string') return handleBinary(data);
      const message = readServerMessage(data, server);
      if (message !== null) handle(message);
    } catch (error) {
      if (!(error instanceof LiveError)) throw error;
      emit('error', error);
    }
  });
  // The event `close` follows, and reports the error.
  socket.addEventListener('error', () => {});
  socket.addEventListener('close', ({ code, reason }: CloseEvent) => {
    const closed = closeReason({ code, reason }, { fatal, closedHere: closedHere });
    const error = new LiveError(closed.reason, closed.detail, { fatal: true });
    for (const waiting of [...updates.splice(0), ...interrupts.splice(0)]) waiting.reject(error);
    emit('closed', closed);
  });

  function send(message: object): void {
    // Messages to a closed socket are dropped: `closed` reports it.
    if (socket.readyState === 1) socket.send(JSON.stringify(message));
  }
  function ask<Answer>(message: object, waiting: Waiting<Answer>[]): Promise<Answer> {
    if (socket.readyState !== 1)
      return Promise.reject(new LiveError('closed', 'Expected a session that is open', { fatal: true }));
    send(message);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  return {
    started,
    wasOpen: () => wasOpen,
    get session() {
      return session!;
    },
    text: (utterance: string, text: string) => send({ type: 'text', utterance, text }),
    flush: (utterance: string) => send({ type: 'flush', utterance }),
    end: (utterance: string) => send({ type: 'end', utterance }),
    interrupt: (played?: number, utterance?: string) =>
      ask({ type: 'interrupt', ...given({ played, utterance }) }, interrupts),
    update: (change: LiveSpeechOptions) => ask(updateMessage(change) ?? { type: 'session.update' }, updates),
    close() {
      closedHere = true;
      socket.close();
    },
    on,
    [Symbol.asyncIterator]: () => eventQueue((listener) => any.on('event', listener)),
  };
}
