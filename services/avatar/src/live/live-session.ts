import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import { wordRecord } from '../speech/speech-engine.js';
import type { LiveClient } from './live-client.js';
import { errorMessage, type LiveSessionSettings } from './live-messages.js';
import type { LiveMeter } from './live-metrics.js';
import type { LiveMotion } from './live-motion.js';
import type { LiveSpeech, LiveSpeechOptions } from './live-speech.js';
import { waitForSendCapacity } from './send-capacity.js';
import { createPlayhead, createSentSpeech, nothingSent, type SentUtterance } from './sent-speech.js';
import { CHUNK_SECONDS, type SpeechChunk, type UtteranceStream } from './utterance-stream.js';

/** A live session that speaks utterances in the order in which they began. */
export interface LiveSession {
  /** Changes the settings between utterances. */
  change(manner: LiveSessionSettings, spoken: LiveSpeechOptions, motion: LiveMotion, leadMs: number): void;
  assertIdle(): void;
  /** Adds text to an utterance, or starts it. */
  text(utterance: string, text: string): void;
  flush(utterance: string): void;
  end(utterance: string): void;
  /** Interrupts the speech and reports the played part. */
  interrupt(playback?: PlaybackReport): void;
  /** Called when either side closes the socket. */
  close(): void;
}

/** Playback position that the client reports. It lags the session, and only the client knows it exactly. */
export interface PlaybackReport {
  /** The utterance that plays; default: the one that plays according to the clock of the session. */
  utterance?: string | undefined;
  /** Seconds of it that were played; default: all that was sent. */
  played?: number | undefined;
}

export interface LiveSessionOptions {
  live: LiveSpeech;
  client: LiveClient;
  meter: LiveMeter;
  /** Something broke that is no refusal. */
  onBroken: (error: unknown) => void;
  /** Milliseconds. */
  clock?: () => number;
  /** Milliseconds without reading after which a client is too slow. */
  stallMs?: number;
}

interface Utterance {
  name: string;
  number: number;
  flow: UtteranceStream;
  takesText: boolean;
}

const MAX_UTTERANCE = 20_000;
const MAX_UTTERANCES = 100;
/** Characters of all utterances of a session that wait or are spoken. */
const MAX_WAITING_CHARACTERS = 100_000;
/** Names of utterances that are over are remembered so far back: text for them comes late, and begins nothing. */
const REMEMBERED = 200;
const STALL_MS = 10_000;
const NUMBERS = 0xffff;

export function createLiveSession(options: LiveSessionOptions): LiveSession {
  const { live, client, meter, onBroken, clock = () => performance.now(), stallMs = STALL_MS } = options;
  const utterances: Utterance[] = [];
  const over = new Set<string>();
  const playhead = createPlayhead(clock);
  let spoken: LiveSpeechOptions | null = null;
  let motion: LiveMotion | null = null;
  let leadMs = 0;
  let generation = 0;
  let count = 0;
  let turn = new AbortController();
  let isSpeaking = false;
  let isClosed = false;
  const sent = createSentSpeech(clock);

  function begin(name: string): Utterance {
    if (over.has(name)) throw ended(name);
    if (utterances.length >= MAX_UTTERANCES)
      throw new AppError('queue_full', `Expected at most ${MAX_UTTERANCES} utterances that wait`);
    const number = (count++ % NUMBERS) + 1;
    const signal = turn.signal;
    const flow = live.begin(spoken!, motion!, {
      signal,
      onRefused: (error) => {
        if (!signal.aborted) client.tell(errorMessage(error, { utterance: name }));
      },
    });
    const utterance = { name, number, flow, takesText: true };
    utterances.push(utterance);
    if (!isSpeaking) void speak(turn.signal);
    return utterance;
  }

  function find(name: string): Utterance {
    const found = utterances.find((utterance) => utterance.name === name);
    if (found?.takesText) return found;
    if (found !== undefined || over.has(name)) throw ended(name);
    throw new AppError('utterance_not_found', `Expected an utterance that has text, received "${name}"`);
  }

  function forget(name: string): void {
    over.add(name);
    if (over.size > REMEMBERED) over.delete(over.values().next().value!);
  }

  /** Speaks all waiting utterances until none is left or the signal aborts. */
  async function speak(signal: AbortSignal): Promise<void> {
    isSpeaking = true;
    for (let first = utterances[0]; first !== undefined && !signal.aborted; first = utterances[0]) {
      try {
        await speakOne(first, signal);
      } catch (error) {
        if (signal.aborted) return;
        reportFailure(error, first);
      }
      if (signal.aborted) return;
      utterances.shift();
      forget(first.name);
    }
    if (!signal.aborted) isSpeaking = false;
  }

  function reportFailure(error: unknown, { name }: Utterance): void {
    if (!(error instanceof AppError)) onBroken(error);
    const isSlow = error instanceof AppError && error.code === 'too_slow';
    client.tell(errorMessage(error, { utterance: name, fatal: isSlow }));
    if (!isSlow) return;
    client.close('too_slow');
    close();
  }

  async function speakOne({ name, number, flow }: Utterance, signal: AbortSignal): Promise<void> {
    const began = clock();
    const own = sent.begin(name, flow);
    client.tell({ type: 'utterance.started', utterance: name, number, generation });
    const stretches = flow.stretches();
    try {
      for (;;) {
        // Synthesis does not start before sending is allowed.
        for (let early = earlyMs(); early > 0; early = earlyMs()) await sleep(early, undefined, { signal });
        const next = await stretches.next();
        signal.throwIfAborted();
        if (next.done) throw new Error('Expected a last stretch');
        measure(next.value, flow, began, own.samples === 0);
        sendChunkEvents(name, number, next.value);
        await waitForSendCapacity(client, stallMs, signal);
        if (next.value.isLast) break;
      }
    } finally {
      if (!signal.aborted) sent.finish(clock() + Math.max(0, playhead.aheadMs()));
      await stretches.return();
    }
    signal.throwIfAborted();
    const { samples, seconds, frames } = own;
    client.tell({
      ...{ type: 'utterance.done', utterance: name, duration: seconds },
      ...{ samples, frames, characters: flow.characters(), notes: flow.notes() },
    });
  }

  /** How long it is until one more stretch may be sent. */
  function earlyMs(): number {
    return playhead.aheadMs() + CHUNK_SECONDS * 1000 - leadMs;
  }

  function sendChunkEvents(utterance: string, number: number, stretch: SpeechChunk): void {
    if (stretch.words.length > 0)
      client.tell({ type: 'words', utterance, words: stretch.words.map(wordRecord) });
    client.send(stretch, { number, generation });
    const { sampleRate } = spoken!;
    sent.add(stretch, sampleRate);
    playhead.add(stretch.samples.length / sampleRate);
  }

  function measure(
    { samples, waitedForText }: SpeechChunk,
    flow: UtteranceStream,
    began: number,
    isFirst: boolean,
  ): void {
    if (samples.length === 0) return;
    if (isFirst) meter.firstSound(clock() - Math.max(began, flow.firstClauseAt() ?? began));
    else if (playhead.aheadMs() < 0 && !waitedForText) meter.underrun();
  }

  function findWaiting(is: (utterance: Utterance) => boolean): SentUtterance | undefined {
    const found = utterances.find(is);
    return found && nothingSent(found.name, found.flow, sent.frames());
  }

  /** Returns the number of frames sent after the frame that is shown at this second of an utterance. */
  function framesAfter({ framesBefore }: SentUtterance, seconds: number): number {
    return Math.max(0, sent.frames() - 1 - framesBefore - Math.floor(seconds * motion!.fps));
  }

  function framesAhead(): number {
    return Math.round((Math.max(0, playhead.aheadMs()) / 1000) * motion!.fps);
  }

  function close(): void {
    isClosed = true;
    utterances.length = 0;
    turn.abort(new AppError('request_timeout', 'The client has gone'));
  }

  return {
    change(manner, how, moves, lead) {
      [spoken, motion, leadMs] = [how, moves, lead];
      client.tell({ type: 'session', generation, ...manner });
    },
    assertIdle() {
      if (utterances.length > 0)
        throw new AppError('session_speaking', 'Expected a session.update between utterances');
    },
    text(name, text) {
      if (isClosed) return;
      const known = utterances.some((utterance) => utterance.name === name);
      const had = known ? find(name).flow.characters() : 0;
      if (had + text.length > MAX_UTTERANCE)
        throw new AppError(
          'validation_failed',
          `Expected at most ${MAX_UTTERANCE} characters for an utterance, received ${had + text.length}`,
        );
      const waiting = utterances.reduce((sum, { flow }) => sum + flow.characters(), text.length);
      if (waiting > MAX_WAITING_CHARACTERS)
        throw new AppError(
          'queue_full',
          `Expected at most ${MAX_WAITING_CHARACTERS} characters that wait in a session, received ${waiting}`,
        );
      (known ? find(name) : begin(name)).flow.push(text);
    },
    flush: (name) => find(name).flow.flush(),
    end(name) {
      const utterance = find(name);
      utterance.takesText = false;
      utterance.flow.end();
    },
    interrupt({ utterance, played } = {}) {
      if (isClosed) return;
      const named =
        utterance === undefined
          ? undefined
          : (sent.find(utterance) ?? findWaiting(({ name }) => name === utterance));
      const current = named ?? sent.sounding() ?? findWaiting(() => true);
      const wasReported = played !== undefined && (utterance === undefined || named !== undefined);
      const all = current?.seconds ?? 0;
      const at = wasReported ? Math.min(played, all) : all;
      const playback = current?.flow.heardBy(at) ?? { text: '', charEnd: 0 };
      motion!.interrupt(wasReported && current !== undefined ? framesAfter(current, at) : framesAhead());
      turn.abort(new AppError('request_timeout', 'This was interrupted'));
      turn = new AbortController();
      for (const { name } of utterances) forget(name);
      utterances.length = 0;
      isSpeaking = false;
      playhead.reset();
      generation++;
      meter.interruption();
      client.tell({
        ...{ type: 'interrupted', generation, at },
        ...(current && { utterance: current.name }),
        ...{ heard_text: playback.text, heard_char_end: playback.charEnd },
      });
      sent.clear();
    },
    close,
  };
}

function ended(name: string): AppError {
  return new AppError('utterance_ended', `Expected an utterance that takes text, "${name}" has ended`);
}
