import type { TimedSound, TimeRange } from '../spoken-timeline.js';
import { articulationsOf, type Manner, type Pull } from './articulations.js';
import { type Mouth, mouthIndex, type Viseme } from './mouth-shapes.js';

/** A section of speech in which the mouth aims at one shape. */
export interface Phone extends TimeRange {
  readonly viseme: Viseme;
  readonly manner: Manner;
  readonly mouth: Mouth;
  readonly pull: Pull;
  /** Stress of vowels: 1 primary, 2 secondary, 0 unstressed. */
  readonly stress: 0 | 1 | 2;
  /** Times at which the shape must be reached: the middle half of each of its sounds. */
  readonly cores: readonly TimeRange[];
}

/** Phones without a pause that closes the mouth. */
export interface Phrase extends TimeRange {
  readonly phones: readonly Phone[];
}

/** Seconds of silence that close the mouth (OpenFaceFX). */
export const CLOSING_PAUSE = 0.27;
/** Share of the first shape in a diphthong. */
const DIPHTHONG_SPLIT = 0.57;
/**
 * Between equal shapes the mouth does not move in shorter gaps: no shape is shorter than 70 ms. Closed lips
 * do not part in silence.
 */
const SAME_SHAPE_GAP = 0.07;
const CLOSED_LIPS_GAP = CLOSING_PAUSE;
/** Minimum duration of a sound. */
const SHORTEST = 0.01;

/** OpenFaceFX: 1.3 to 1.5 for stressed vowels, 0.8 for unstressed vowels. */
const STRESS_SCALE = [0.8, 1.3, 1] as const;
/** The second shape of a diphthong is reached only partly. */
const OFFGLIDE_SCALE = 0.8;
/**
 * Jaw weights above this value are compressed, or every stressed vowel would look like a shout: 0.78 becomes
 * 0.59.
 */
const CALM_JAW = 0.35;
const JAW_OVER_CALM = 0.55;
/**
 * A short vowel does not reach its shape (Lindblom, "Spectrographic study of vowel reduction", 1963): share
 * of the shape at length 0, and the length for the full shape.
 */
const SHORTEST_REACH = 0.55;
const FULL_REACH_SECONDS = 0.13;

/** A phrase that may continue. */
export interface GrowingPhrase extends Phrase {
  end: number;
  phones: Phone[];
}

/** Converts sounds to phrases. */
export function phrasesOf(sounds: readonly TimedSound[]): Phrase[] {
  const phrases: GrowingPhrase[] = [];
  addSounds(phrases, sounds);
  return phrases;
}

/** Appends `sounds` to `phrases`. A phrase without phones contains only sounds that are not English. */
export function addSounds(phrases: GrowingPhrase[], sounds: readonly TimedSound[]): void {
  for (const { phoneme, start, end, stress = 0 } of sounds) {
    const last = phrases.at(-1);
    const goesOn = last !== undefined && start - last.end < CLOSING_PAUSE;
    const phrase = goesOn ? last : { start, end, phones: [] };
    if (!goesOn) phrases.push(phrase);
    phrase.end = Math.max(phrase.end, end);
    const shapes = articulationsOf(phoneme);
    shapes.forEach(({ viseme, manner, mouth, pull }, i) => {
      const split = start + (end - start) * DIPHTHONG_SPLIT;
      const from = i === 0 ? start : split;
      const to = Math.max(i === shapes.length - 1 ? end : split, from + SHORTEST);
      const scale = STRESS_SCALE[stress] * reach(end - start) * (i === 0 ? 1 : OFFGLIDE_SCALE);
      addPhone(phrase.phones, {
        viseme,
        manner,
        mouth: manner === 'vowel' ? scaled(mouth, scale) : mouth,
        pull,
        start: from,
        end: to,
        stress: i === 0 ? stress : 0,
        cores: [middleHalf(from, to)],
      });
    });
  }
}

/** Appends a phone, or joins it with the last phone if both have the same shape. */
function addPhone(phones: Phone[], phone: Phone): void {
  const last = phones.at(-1);
  if (
    last === undefined ||
    last.viseme !== phone.viseme ||
    (last.manner === 'vowel' && phone.manner === 'vowel') ||
    phone.start - last.end > (phone.manner === 'lips' ? CLOSED_LIPS_GAP : SAME_SHAPE_GAP)
  ) {
    phones.push(phone);
    return;
  }
  const vowel = last.manner === 'vowel' ? last : phone;
  phones[phones.length - 1] = {
    ...vowel,
    start: last.start,
    end: phone.end,
    cores: [...last.cores, ...phone.cores],
  };
}

function middleHalf(start: number, end: number): TimeRange {
  const quarter = (end - start) / 4;
  return { start: start + quarter, end: end - quarter };
}

function reach(seconds: number): number {
  return Math.min(1, SHORTEST_REACH + ((1 - SHORTEST_REACH) * seconds) / FULL_REACH_SECONDS);
}

function scaled(mouth: Mouth, factor: number): Mouth {
  const result = mouth.map((weight) => Math.min(1, weight * factor));
  const over = result[mouthIndex.jawOpen]! - CALM_JAW;
  if (over > 0) result[mouthIndex.jawOpen] = CALM_JAW + JAW_OVER_CALM * over;
  return result;
}
