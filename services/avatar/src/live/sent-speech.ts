import type { SpeechChunk, UtteranceStream } from './utterance-stream.js';

/** An utterance, as far as it was sent. */
export interface SentUtterance {
  readonly name: string;
  readonly flow: Pick<UtteranceStream, 'heardBy'>;
  readonly samples: number;
  /** Seconds of its audio. */
  readonly seconds: number;
  readonly frames: number;
  /** Frames of those before it. */
  readonly framesBefore: number;
}

/** The sent speech of one generation, which extends beyond the playhead. */
export interface SentSpeech {
  begin(name: string, flow: SentUtterance['flow']): SentUtterance;
  /** Adds a chunk to the last utterance. `sampleRate` in Hz may change from utterance to utterance. */
  add(stretch: Pick<SpeechChunk, 'samples' | 'frames'>, sampleRate: number): void;
  /** Ends the last utterance. `until` is the time at which its playout ends. */
  finish(until: number): void;
  /** Finds an utterance by name. */
  find(name: string): SentUtterance | undefined;
  /** Returns the utterance that plays according to the clock: a complete one, or the last. */
  sounding(): SentUtterance | undefined;
  frames(): number;
  clear(): void;
}

/**
 * Milliseconds that utterances stay known after their playout, because clients play them later than they were
 * sent.
 */
const KNOWN_MS = 60_000;
const MAX_KNOWN = 100;

interface KnownUtterance extends SentUtterance {
  samples: number;
  seconds: number;
  frames: number;
  /** Null while it is sent. */
  until: number | null;
}

/** Returns the state of a waiting utterance. */
export function nothingSent(name: string, flow: SentUtterance['flow'], framesBefore: number): SentUtterance {
  return { name, flow, samples: 0, seconds: 0, frames: 0, framesBefore };
}

/** `clock` in milliseconds. */
export function createSentSpeech(clock: () => number): SentSpeech {
  let utterances: KnownUtterance[] = [];

  function frames(): number {
    const last = utterances.at(-1);
    return last === undefined ? 0 : last.framesBefore + last.frames;
  }

  return {
    begin(name, flow) {
      const started: KnownUtterance = { ...nothingSent(name, flow, frames()), until: null };
      const now = clock();
      const known = utterances.filter(({ until }) => until === null || until + KNOWN_MS > now);
      utterances = [...known.slice(1 - MAX_KNOWN), started];
      return started;
    },
    add(stretch, sampleRate) {
      const last = utterances.at(-1)!;
      last.samples += stretch.samples.length;
      last.seconds = last.samples / sampleRate;
      last.frames += stretch.frames;
    },
    finish(until) {
      utterances.at(-1)!.until = until;
    },
    find: (name) => utterances.find((one) => one.name === name),
    sounding() {
      const now = clock();
      return utterances.find(({ until }) => until === null || until > now);
    },
    frames,
    clear() {
      utterances = [];
    },
  };
}

/** Computes how far the sent audio extends beyond the playhead of a client that plays it immediately. */
export interface Playhead {
  add(seconds: number): void;
  /** Below 0: so long there was nothing to play. */
  aheadMs(): number;
  /** The sent audio is not played. */
  reset(): void;
}

/** `clock` in milliseconds. */
export function createPlayhead(clock: () => number): Playhead {
  let playedUntil = Number.NEGATIVE_INFINITY;
  return {
    add(seconds) {
      playedUntil = Math.max(playedUntil, clock()) + seconds * 1000;
    },
    aheadMs: () => playedUntil - clock(),
    reset() {
      playedUntil = Number.NEGATIVE_INFINITY;
    },
  };
}
