import type { SpokenSentence } from '../spoken-text.js';

/**
 * Silence behind a sentence in milliseconds, at speed 1, by the punctuation it ends with. The sound itself ends and begins
 * with another 90 ms: a full stop comes to .45 s, as readers of audio books leave it (.4 to .6).
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
/** Closing marks stand behind the one that counts. */
const CLOSING = /(?<![")”\s])[")”\s]+$/;
/** On top, behind the last sentence of a paragraph. */
const PARAGRAPH_MS = 350;

/** Behind a sentence that another follows; a faster reader pauses less. What the text asks for itself is not changed. */
export function pauseAfterMs(sentence: SpokenSentence, endsParagraph: boolean, speed: number): number {
  const mark = sentence.phonemes.replace(CLOSING, '').at(-1) ?? '';
  const natural = (PAUSES_MS[mark] ?? 0) + (endsParagraph ? PARAGRAPH_MS : 0);
  return natural / speed + sentence.pauseMs;
}
