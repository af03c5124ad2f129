import type { SpokenSentence } from '../text/spoken-text.js';

/**
 * Silence after a sentence in milliseconds at speed 1, by its last punctuation mark. The sound has another 90
 * ms of silence at its edges: a full stop gets 0.45 s, as in audio books (0.4 to 0.6 s).
 */
const PAUSES_MS: Readonly<Record<string, number>> = {
  '.': 360,
  '!': 360,
  '?': 400,
  '…': 500,
  ':': 250,
  ';': 220,
  ',': 120,
  '—': 180,
};
/** Closing marks after the mark that counts. */
const CLOSING = /(?<![")”\s])[")”\s]+$/;
/** Additional silence after the last sentence of a paragraph. */
const PARAGRAPH_MS = 350;

/**
 * Returns the silence after a sentence that another one follows. A higher speed shortens it, except for
 * pauses that the text requests.
 */
export function pauseAfterMs(sentence: SpokenSentence, endsParagraph: boolean, speed: number): number {
  const mark = sentence.phonemes.replace(CLOSING, '').at(-1) ?? '';
  const natural = (PAUSES_MS[mark] ?? 0) + (endsParagraph ? PARAGRAPH_MS : 0);
  return natural / speed + sentence.pauseMs;
}
