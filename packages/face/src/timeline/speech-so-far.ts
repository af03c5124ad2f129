import { LIFE_LEAD } from './idle-motion/idle-motion.js';
import { createStresses } from './idle-motion/rhythm.js';
import { COARTICULATION_REACH } from './mouth/dominance.js';
import { addSounds, CLOSING_PAUSE, type GrowingPhrase } from './mouth/phones.js';
import { utterancesOf } from './mouth/utterance.js';
import type { KnownSpeech } from './poses.js';
import type { SpokenTimeline } from './spoken-timeline.js';

/** Seconds by which a sound can be visible before it is heard. */
const LEAD = Math.max(COARTICULATION_REACH, LIFE_LEAD);
/** Seconds by which a sound can be visible after its end. */
const TRAIL = 1;

/** The clauses of a speech that later frames can need. */
export interface SpeechBuffer {
  /**
   * Adds a clause after the others, but not before `now`. Removes sounds that are no longer visible at `now`.
   */
  hear(clause: SpokenTimeline, now: number): KnownSpeech;
  /** Returns the duration in seconds. */
  seconds(): number;
  /** Returns a moment: later clauses do not change the mouth before it. */
  settled(): number;
  /** Returns a moment: no new or continued phrase ends before it. */
  unknownFrom(): number;
  held(): number;
}

export function createSpeechSoFar(): SpeechBuffer {
  const stresses = createStresses();
  let phrases: GrowingPhrase[] = [];
  let known = 0;

  /** Whether the last phrase is complete. */
  const isOver = (): boolean => known - (phrases.at(-1)?.end ?? Number.NEGATIVE_INFINITY) >= CLOSING_PAUSE;

  return {
    hear: ({ duration, phonemes, words, expressions = [] }, now) => {
      const start = Math.max(known, now);
      const later = <T extends { start: number; end: number }>(timed: T): T => ({
        ...timed,
        start: timed.start + start,
        end: timed.end + start,
      });
      const sounds = phonemes.map(later);
      known = start + duration;
      phrases = seenFrom(phrases, now);
      addSounds(phrases, sounds);
      return {
        utterances: utterancesOf(phrases),
        rhythm: {
          phrases: phrases.map(({ start, end }) => ({ start, end })),
          stresses: stresses(sounds),
          questions: words.flatMap((word) => (word.question === true ? [later(word).end] : [])),
          expressions: expressions.map((timed) => ({ ...timed, seconds: timed.seconds + start })),
        },
      };
    },
    seconds: () => known,
    settled: () => {
      const last = phrases.at(-1);
      // The motion in a silence depends on its duration.
      if (last === undefined) return 0;
      // The last sound may be joined with the next.
      const changing = last.phones.at(-1)?.start ?? last.start;
      return isOver() ? Math.min(last.end, known - LEAD) : changing - LEAD;
    },
    unknownFrom: () => (isOver() ? known : (phrases.at(-1)?.end ?? known)),
    held: () => phrases.reduce((sum, { phones }) => sum + 1 + phones.length, 0),
  };
}

function seenFrom(phrases: readonly GrowingPhrase[], now: number): GrowingPhrase[] {
  const from = now - TRAIL;
  return phrases
    .filter(({ end }, i) => end > from || i === phrases.length - 1)
    .map((phrase) => ({ ...phrase, phones: phrase.phones.filter(({ end }) => end > from) }));
}
