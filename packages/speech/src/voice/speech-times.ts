import { isPunctuation, isStress, stressBefore } from '../phonemes/alphabet.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import type { PhonemeIds } from './phoneme-ids.js';

/** Half-open range in seconds. */
export interface TimeRange {
  start: number;
  end: number;
}

export interface TimedPhoneme extends TimeRange {
  /** One character of vocab.json. Stress marks, spaces and punctuation have no sound and are not included. */
  phoneme: string;
  /** Stress of a vowel: 1 primary, 2 secondary; absent without stress. */
  stress?: 1 | 2;
}

export interface SpeechTimes {
  /** One range for each word of the sentence, in order. No word begins before the previous one ends. */
  words: TimeRange[];
  /** Phonemes in order. The phonemes of a word fill it from its start to its end. */
  phonemes: TimedPhoneme[];
}

/** A sentence as sound, from just before its first phoneme to just after its last. Times are in seconds of `samples`. */
export interface SpokenSound extends SpeechTimes {
  /** Mono; 1 is full scale. The caller owns the array. */
  samples: Float32Array;
  sampleRate: number;
}

/** Finds where the sound is loud enough to count as speech, in seconds. */
export interface AudibleTimes {
  /** Returns the first such time between the two, or `end`. */
  first(start: number, end: number): number;
  /** Returns the end of the last such time between the two, or `start`. */
  last(start: number, end: number): number;
}

/** Seconds of one unit of duration of the Kokoro networks and of the voices that ship. */
const DURATION_UNIT = 0.025;
/**
 * The sound of these networks is ahead of their durations by this time, divided by the root of the pace. Measured against
 * forced alignments: they differ by 87 ms without the shift; with it the bias is under 5 ms at every pace from 0.75 to 1.2.
 */
const SHIFT_SECONDS = 0.0625;

/** Maximum time before the start of a word at which its sound may begin, in seconds. */
const EARLIEST_ONSET = 0.15;

/** Returns the times of ids from durations in units of DURATION_UNIT, at the `pace` that was requested. */
export function unitBegins(durations: ArrayLike<number>, pace: number): Float64Array {
  return idBegins(durations, DURATION_UNIT, SHIFT_SECONDS / Math.sqrt(pace));
}

/** Returns the seconds at which each id begins, and the end, if the sound is `shift` ahead of the durations. */
export function idBegins(durations: ArrayLike<number>, unitSeconds: number, shift: number): Float64Array {
  const begins = new Float64Array(durations.length + 1).fill(-shift);
  for (let i = 0; i < durations.length; i++) begins[i + 1] = begins[i]! + durations[i]! * unitSeconds;
  return begins;
}

/**
 * Returns the times of words and phonemes from the times of their ids. A word begins half a space before its first phoneme
 * and ends half a space after its last one. At a pause the sound decides: the last phoneme before it includes the pause, so
 * the word ends where it is last audible; and a word after it begins no later than it is audible, because durations at a
 * slow pace are up to 40 ms late.
 */
export function timesOfBegins(
  sentence: SpokenSentence,
  { idAt }: PhonemeIds,
  begins: Float64Array,
  heard: AudibleTimes,
): SpeechTimes {
  const { phonemes, spans } = sentence;
  const timeOf = (character: number): number => begins[idAt[character]!]!;
  const lengthOf = (character: number): number => timeOf(character + 1) - timeOf(character);
  const halfSpace = (character: number): number =>
    phonemes[character] === ' ' ? lengthOf(character) / 2 : 0;

  const words: TimeRange[] = [];
  const timed: TimedPhoneme[] = [];
  let before = 0;
  let afterPause = true;
  for (const span of spans) {
    let start = Math.max(before, timeOf(span.start) - halfSpace(span.start - 1));
    if (afterPause) start = heard.first(Math.max(before, start - EARLIEST_ONSET), start);
    let end = Math.max(start, timeOf(span.end) + halfSpace(span.end));
    afterPause = endsPhrase(phonemes, span.end);
    if (afterPause) end = heard.last(start, end);
    words.push({ start, end });
    before = end;

    const first = timed.length;
    for (let at = span.start; at < span.end; at++) {
      const phoneme = phonemes[at]!;
      if (isStress(phoneme) || isPunctuation(phoneme) || phoneme === ' ' || idAt[at] === idAt[at + 1])
        continue;
      // The time of a sound includes the marks before it.
      const from = timed.length > first ? timed.at(-1)!.end : start;
      const stress = stressBefore(phonemes, at);
      const to = Math.min(end, Math.max(from, timeOf(at + 1)));
      timed.push({ phoneme, start: from, end: to, ...(stress === undefined ? {} : { stress }) });
    }
    if (timed.length > first) timed.at(-1)!.end = end;
  }
  return { words, phonemes: timed };
}

/** Whether punctuation or the end of the sentence follows. */
function endsPhrase(phonemes: string, end: number): boolean {
  const next = phonemes.slice(end).trimStart();
  return next === '' || isPunctuation(next[0]!);
}
