import { smoothStep } from '../../smooth-step.js';
import type { TimeRange } from '../spoken-timeline.js';
import { coarticulate } from './dominance.js';
import { applyHolds, type Hold, holdsOf } from './holds.js';
import type { Mouth } from './mouth-shapes.js';
import type { Phrase } from './phones.js';

/** Speech between two silences in which the mouth closes. */
export interface Utterance extends TimeRange {
  /** Writes the shape of the mouth at a moment before holds. */
  readonly shapeAt: (seconds: number, mouth: Mouth) => void;
  /** Shapes that must be reached, in order. */
  readonly holds: readonly Hold[];
}

/**
 * Seconds by which the mouth opens before and closes after its sound (OpenFaceFX), and the maximum share of a
 * short silence.
 */
const ONSET = 0.12;
const DECAY = 0.12;
const MAX_OF_PAUSE = 0.3;

export interface MouthCurves {
  /** Writes the mouth at a moment, closed in silence. Returns 0 in silence to 1 in speech. */
  at(seconds: number, mouth: Mouth): number;
}

/** Converts phrases to utterances with mouths shaped by their phonemes. */
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

/** `utterances` are in order and separated by silences. */
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

/** Returns the index of the utterance that is nearest in time. */
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

/** Returns 1 during the utterance and 0 in the silence around it. */
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
