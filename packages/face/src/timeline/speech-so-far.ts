import { LIFE_LEAD } from './life/life.js';
import { createStresses } from './life/stresses.js';
import { COARTICULATION_REACH } from './mouth/dominance.js';
import { addSounds, CLOSING_PAUSE, type GrowingPhrase } from './mouth/phones.js';
import { utterancesOf } from './mouth/utterance.js';
import type { KnownSpeech } from './poses.js';
import type { SpokenTimeline } from './spoken-timeline.js';

/** How much earlier than it is heard a sound can be seen, in seconds. */
const LEAD = Math.max(COARTICULATION_REACH, LIFE_LEAD);
/** How long behind its end it can be seen. */
const TRAIL = 1;

/** The clauses of a speech, as far as frames to come can need them. */
export interface SpeechBuffer {
  /** Says a clause behind the others, but not before `now`. Forgets what cannot be seen from then on. */
  hear(clause: SpokenTimeline, now: number): KnownSpeech;
  /** How long it is. */
  seconds(): number;
  /** No clause to come changes what the mouth does before that moment. */
  settled(): number;
  /** No phrase that is still to be heard of, or to go on, ends before that moment. */
  unknownFrom(): number;
  held(): number;
}

export function createSpeechSoFar(): SpeechBuffer {
  const stresses = createStresses();
  let phrases: GrowingPhrase[] = [];
  let known = 0;

  /** Whether nothing more can belong to the last phrase. */
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
      // How a silence is spent depends on how long it is.
      if (last === undefined) return 0;
      // The last sound may become one with the next.
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
