import { readBinaryFrame } from './binary-frame.js';
import { closeReason } from './close-reason.js';
import { eventQueue } from './event-queue.js';
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
import { explainRejection } from './why-refused.js';

/** A live session: text goes in as it is written, sound, words and motion come out. */
export interface LiveConnection extends AsyncIterable<LiveEvent> {
  /** As it is now. */
  readonly session: LiveSessionRecord;
  /** Behind the text that the utterance has, of which there may be 20,000 characters; its first text begins it. */
  text(utterance: string, text: string): void;
  /** Speaks what has come, without waiting for the end of the clause. */
  flush(utterance: string): void;
  /** No more text will come. */
  end(utterance: string): void;
  /**
   * Stops everything, of all utterances; `played`: seconds that were heard of `utterance`, or of the one that the service thinks is heard. From now
   * on nothing older is told. Rejects with a `LiveError` where the session ends before the answer.
   */
  interrupt(played?: number, utterance?: string): Promise<LiveInterrupted>;
  /** Between utterances. Rejects with the `LiveError` of the service, which has changed nothing then. */
  update(change: LiveSpeechOptions): Promise<LiveSessionRecord>;
  close(): void;
  /** Returns what takes the listener away again. What is told is told in the order in which it came, and never before this call. */
  on<Type extends keyof LiveEvents>(type: Type, listener: (detail: LiveEvents[Type]) => void): () => void;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: LiveError): void;
}

const PROTOCOL = 'anima.live.1';

/**
 * Opens a session and resolves with it when it speaks as the options say. Rejects with a `LiveError`: `unreachable`, `unauthorized`,
 * `ticket_expired`, `origin_not_allowed`, `too_many_sessions`, `voice_not_found`, ..., `aborted`; with a `TypeError` for what is no address.
 */
export async function openLive(options: LiveOptions): Promise<LiveConnection> {
  const { signal } = options;
  const address = socketAddress(options);
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  if (Socket === undefined) throw new TypeError('Expected a WebSocket: this Node has none, pass that of ws');
  if (signal?.aborted) throw aborted(signal);
  const socket = new Socket(address, [PROTOCOL]);
  socket.binaryType = 'arraybuffer';
  const live = converse(socket, options.server);
  const stop = () => live.close();
  signal?.addEventListener('abort', stop);
  live.on('closed', () => signal?.removeEventListener('abort', stop));
  try {
    await live.begun;
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

/** What is said through a socket, from both sides. `begun` resolves with the first `session`. */
function converse(socket: WebSocket, server: string) {
  const { on, tell } = createListeners<LiveEvents>();
  const any = createListeners<{ event: LiveEvent }>();
  const numbers = new Map<number, string>();
  const interrupts: Waiting<LiveInterrupted>[] = [];
  const updates: Waiting<LiveSessionRecord>[] = [];
  let session: LiveSessionRecord | null = null;
  let generation = 0;
  let fatal: LiveError | null = null;
  let isOurs = false;
  let wasOpen = false;

  function emit<Type extends keyof LiveEvents>(type: Type, detail: LiveEvents[Type]): void {
    tell(type, detail);
    any.tell('event', { type, detail } as LiveEvent);
  }

  /** What is under way when an interruption is asked for is not wanted any more. */
  const isStale = () => interrupts.length > 0;

  function hear(message: ServerMessage): void {
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
        hearOf(message.error);
    }
  }

  function hearOf(error: LiveError): void {
    if (error.fatal) fatal = error;
    // The service answers in the order in which it was asked.
    const refused = error.fatal || error.utterance !== null ? undefined : updates.shift();
    if (refused === undefined) emit('error', error);
    else refused.reject(error);
  }

  function hearBinary(data: ArrayBuffer): void {
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

  const begun = new Promise<LiveSessionRecord>((resolve, reject) => updates.push({ resolve, reject }));
  // Whoever waits for it hears of it.
  begun.catch(() => {});
  socket.addEventListener('open', () => {
    wasOpen = true;
  });
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    try {
      if (typeof data !== 'string') return hearBinary(data);
      const message = readServerMessage(data, server);
      if (message !== null) hear(message);
    } catch (error) {
      if (!(error instanceof LiveError)) throw error;
      emit('error', error);
    }
  });
  // Told by `close`, which follows.
  socket.addEventListener('error', () => {});
  socket.addEventListener('close', ({ code, reason }: CloseEvent) => {
    const closed = closeReason({ code, reason }, { fatal, isOurs });
    const error = new LiveError(closed.reason, closed.detail, { fatal: true });
    for (const waiting of [...updates.splice(0), ...interrupts.splice(0)]) waiting.reject(error);
    emit('closed', closed);
  });

  function send(message: object): void {
    // What is said to a socket that has closed is lost with it: `closed` tells.
    if (socket.readyState === 1) socket.send(JSON.stringify(message));
  }
  function ask<Answer>(message: object, waiting: Waiting<Answer>[]): Promise<Answer> {
    if (socket.readyState !== 1)
      return Promise.reject(new LiveError('closed', 'Expected a session that is open', { fatal: true }));
    send(message);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  }

  return {
    begun,
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
      isOurs = true;
      socket.close();
    },
    on,
    [Symbol.asyncIterator]: () => eventQueue((listener) => any.on('event', listener)),
  };
}
