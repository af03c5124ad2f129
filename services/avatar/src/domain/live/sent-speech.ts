import type { SpeechFlow, Stretch } from './speech-flow.js';

/** An utterance, as far as it was sent. */
export interface SentUtterance {
  readonly name: string;
  readonly flow: Pick<SpeechFlow, 'heardBy'>;
  readonly samples: number;
  readonly frames: number;
  /** Frames of those before it. */
  readonly framesBefore: number;
}

/** What of one generation was sent. It reaches further than what is heard. */
export interface SentSpeech {
  begin(name: string, flow: SentUtterance['flow']): SentUtterance;
  /** To the last that was begun. */
  add(stretch: Pick<Stretch, 'samples' | 'frames'>): void;
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
  frames: number;
  /** Null while it is sent. */
  until: number | null;
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
      const begun: Kept = { name, flow, samples: 0, frames: 0, framesBefore: frames(), until: null };
      const now = clock();
      const known = kept.filter(({ until }) => until === null || until + KNOWN_MS > now);
      kept = [...known.slice(1 - MOST_KNOWN), begun];
      return begun;
    },
    add(stretch) {
      const last = kept.at(-1)!;
      last.samples += stretch.samples.length;
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
