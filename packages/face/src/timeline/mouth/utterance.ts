import { smoothStep } from '../../smooth-step.js';
import type { TimeRange } from '../time-range.js';
import { applyHolds } from './apply-holds.js';
import { coarticulate } from './dominance.js';
import { type Hold, holdsOf } from './holds.js';
import type { Mouth } from './mouth-shapes.js';
import type { Phrase } from './phones.js';

/** Speech between two silences in which the mouth closes. */
export interface Utterance extends TimeRange {
  /** Writes what the mouth tends to at a moment. */
  readonly shapeAt: (seconds: number, mouth: Mouth) => void;
  /** What it has to reach, in order. */
  readonly holds: readonly Hold[];
}

/** The mouth opens so long before it is heard, and closes so long behind (OpenFaceFX), in seconds; a short silence leaves it less. */
const ONSET = 0.12;
const DECAY = 0.12;
const MAX_OF_PAUSE = 0.3;

export interface MouthCurves {
  /** Writes the mouth at a moment; closed where nothing is said. Returns how much is said: 0 in silence, 1 while it is heard. */
  at(seconds: number, mouth: Mouth): number;
}

/** What phrases say, with the mouth as their phonemes shape it. */
export function utterancesOf(phrases: readonly Phrase[]): Utterance[] {
  return phrases
    .filter(({ phones }) => phones.length > 0)
    .map((phrase) => ({
      start: phrase.start,
      end: phrase.end,
      shapeAt: (seconds, mouth) => coarticulate(phrase, seconds, mouth),
      holds: holdsOf(phrase),
    }));
}

/** `utterances` in order, apart by a silence. */
export function mouthCurves(utterances: readonly Utterance[]): MouthCurves {
  return {
    at: (seconds, mouth) => {
      const i = nearest(utterances, seconds);
      const utterance = utterances[i];
      const open = utterance === undefined ? 0 : openness(utterances, i, seconds);
      if (open === 0) {
        mouth.fill(0);
        return 0;
      }
      utterance!.shapeAt(seconds, mouth);
      applyHolds(utterance!.holds, seconds, mouth);
      for (let s = 0; s < mouth.length; s++) mouth[s]! *= open;
      return open;
    },
  };
}

/** Of all utterances the one that is nearest in time. */
function nearest(utterances: readonly Utterance[], seconds: number): number {
  let low = 0;
  let high = utterances.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const border = (utterances[middle]!.end + utterances[middle + 1]!.start) / 2;
    if (seconds < border) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 1 while the utterance is heard, 0 in the silence around it. */
function openness(utterances: readonly Utterance[], i: number, seconds: number): number {
  const { start, end } = utterances[i]!;
  if (seconds >= start && seconds <= end) return 1;
  if (seconds < start) {
    const pause = start - (utterances[i - 1]?.end ?? Number.NEGATIVE_INFINITY);
    return smoothStep(1 - (start - seconds) / Math.min(ONSET, pause * MAX_OF_PAUSE));
  }
  const pause = (utterances[i + 1]?.start ?? Number.POSITIVE_INFINITY) - end;
  return smoothStep(1 - (seconds - end) / Math.min(DECAY, pause * MAX_OF_PAUSE));
}
