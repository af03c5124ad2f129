/** Punctuation of vocab.json: the voice pauses or changes its tone there. */
const PUNCTUATION = ';:,.!?—…"()“”';
const STRESS = 'ˈˌ';

export function isPunctuation(phoneme: string): boolean {
  return PUNCTUATION.includes(phoneme);
}

/** A mark that is no sound of its own: its time belongs to the vowel behind it. */
export function isStress(phoneme: string): boolean {
  return STRESS.includes(phoneme);
}
