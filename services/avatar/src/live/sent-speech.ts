import type { SpeechFlow, Stretch } from './utterance-stream.js';

/** An utterance, as far as it was sent. */
export interface SentUtterance {
  readonly name: string;
  readonly flow: Pick<SpeechFlow, 'heardBy'>;
  readonly samples: number;
  /** Of its sound. */
  readonly seconds: number;
  readonly frames: number;
  /** Frames of those before it. */
  readonly framesBefore: number;
}

/** What of one generation was sent. It reaches further than what is heard. */
export interface SentSpeech {
  begin(name: string, flow: SentUtterance['flow']): SentUtterance;
  /** To the last that was begun. `sampleRate` in Hz: it may change from utterance to utterance. */
  add(stretch: Pick<Stretch, 'samples' | 'frames'>, sampleRate: number): void;
  /** No more of the last comes. `until`: when all of it will have been heard, by the clock. */
  finish(until: number): void;
  /** By its name. */
  find(name: string): SentUtterance | undefined;
  /** The one that is heard, by the clock: one of which all was sent, or the last. */
  sounding(): SentUtterance | undefined;
  frames(): number;
  clear(): void;
}

/** They are known so long behind the end of their sound: a client hears them later than they were sent. */
const KNOWN_MS = 60_000;
const MOST_KNOWN = 100;

interface Kept extends SentUtterance {
  samples: number;
  seconds: number;
  frames: number;
  /** Null while it is sent. */
  until: number | null;
}

/** One that waits. */
export function nothingSent(name: string, flow: SentUtterance['flow'], framesBefore: number): SentUtterance {
  return { name, flow, samples: 0, seconds: 0, frames: 0, framesBefore };
}

/** `clock` in milliseconds. */
export function createSentSpeech(clock: () => number): SentSpeech {
  let kept: Kept[] = [];

  function frames(): number {
    const last = kept.at(-1);
    return last === undefined ? 0 : last.framesBefore + last.frames;
  }

  return {
    begin(name, flow) {
      const begun: Kept = { ...nothingSent(name, flow, frames()), until: null };
      const now = clock();
      const known = kept.filter(({ until }) => until === null || until + KNOWN_MS > now);
      kept = [...known.slice(1 - MOST_KNOWN), begun];
      return begun;
    },
    add(stretch, sampleRate) {
      const last = kept.at(-1)!;
      last.samples += stretch.samples.length;
      last.seconds = last.samples / sampleRate;
      last.frames += stretch.frames;
    },
    finish(until) {
      kept.at(-1)!.until = until;
    },
    find: (name) => kept.find((one) => one.name === name),
    sounding() {
      const now = clock();
      return kept.find(({ until }) => until === null || until > now);
    },
    frames,
    clear() {
      kept = [];
    },
  };
}

/** How far what was sent reaches beyond what can have been heard, if it is played as soon as it comes. */
export interface Playhead {
  add(seconds: number): void;
  /** Below 0: so long there was nothing to play. */
  aheadMs(): number;
  /** What was sent is not played. */
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
