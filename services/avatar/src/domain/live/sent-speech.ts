import type { SpeechChunk, UtteranceStream } from './speech-flow.js';

/** An utterance, as far as it was sent. */
export interface SentUtterance {
  readonly name: string;
  readonly flow: Pick<UtteranceStream, 'heardBy'>;
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
  add(stretch: Pick<SpeechChunk, 'samples' | 'frames'>, sampleRate: number): void;
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
const MAX_KNOWN = 100;

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
      kept = [...known.slice(1 - MAX_KNOWN), begun];
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
