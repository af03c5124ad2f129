import { smoothStep } from '../../smooth-step.js';
import { ARTICULATORS, articulatorPlaces, type Pull } from './articulations.js';
import type { Mouth } from './mouth-shapes.js';
import type { Phone, Phrase } from './phones.js';

/**
 * Coarticulation by dominance (Cohen and Massaro, "Modeling coarticulation in synthetic visual speech",
 * 1993): each phone pulls every articulator towards its shape, most at its middle and less with distance, D =
 * alpha e^(-k |t - middle| / lead). The shape is the mean of the shapes of the phones, weighted by D. Alpha
 * is defined in `articulations`; k and the leads in seconds come from OpenFaceFX, with its distances in units
 * of leads.
 */
const VOWEL_RATE = 6;
const CONSONANT_RATE = 11;
/** Length in seconds for which these rates are defined. Longer phones reach farther. */
const RATED_LENGTH = 0.09;
const LEADS: Readonly<Record<keyof Pull, { before: number; behind: number }>> = {
  jaw: { before: 0.4, behind: 0.45 },
  lips: { before: 0.3, behind: 0.3 },
  // Lips move forward up to 0.15 s early.
  protrusion: { before: 0.5, behind: 0.3 },
  tongue: { before: 0.15, behind: 0.15 },
};
/** Maximum distance of a pull, and the duration of the fade before it, in seconds. */
export const COARTICULATION_REACH = 0.6;
const FADE = 0.2;
/** Small constant pull to rest: the mouth relaxes without other pulls. */
const REST = 1e-4;
/** A shorter consonant does not lower the jaw completely. */
const DIP_SECONDS = 0.1;

/** Writes the shape of the mouth at a moment from the phones of a phrase. */
export function coarticulate({ phones }: Phrase, seconds: number, mouth: Mouth): void {
  mouth.fill(0);
  const first = firstEndingBehind(phones, seconds - COARTICULATION_REACH);
  for (const articulator of ARTICULATORS) {
    const places = articulatorPlaces[articulator];
    let sum = REST;
    for (
      let i = first;
      i < phones.length && (i === first || phones[i]!.start < seconds + COARTICULATION_REACH);
      i++
    ) {
      const phone = phones[i]!;
      const pull = dominance(phone, articulator, seconds);
      sum += pull;
      for (const place of places) mouth[place]! += pull * phone.mouth[place]!;
    }
    for (const place of places) mouth[place]! /= sum;
  }
}

function dominance(phone: Phone, articulator: keyof Pull, seconds: number): number {
  const { start, end, manner } = phone;
  const length = end - start;
  const distance = seconds - (start + end) / 2;
  const { before, behind } = LEADS[articulator];
  const rate = (manner === 'vowel' ? VOWEL_RATE : CONSONANT_RATE) * Math.sqrt(RATED_LENGTH / length);
  const dips = articulator === 'jaw' && manner === 'other' ? Math.min(1, length / DIP_SECONDS) ** 2 : 1;
  const near = smoothStep((COARTICULATION_REACH - Math.abs(distance) + length / 2) / FADE);
  const lead = distance < 0 ? before : behind;
  return near * dips * phone.pull[articulator] * Math.exp((-rate * Math.abs(distance)) / lead);
}

/**
 * Returns the first phone that ends after `seconds`, or the last phone, because one phone must always pull.
 */
function firstEndingBehind(phones: readonly Phone[], seconds: number): number {
  let low = 0;
  let high = phones.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (phones[middle]!.end > seconds) high = middle;
    else low = middle + 1;
  }
  return low;
}
