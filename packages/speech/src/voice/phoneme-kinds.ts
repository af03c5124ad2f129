/** Punctuation of vocab.json: the voice pauses or changes its tone there. */
const PUNCTUATION = ';:,.!?—…"()“”';
/** Primary, secondary. */
const STRESS = 'ˈˌ';

export function isPunctuation(phoneme: string): boolean {
  return PUNCTUATION.includes(phoneme);
}

/** A mark that is no sound of its own: its time belongs to the vowel behind it. */
export function isStress(phoneme: string): boolean {
  return STRESS.includes(phoneme);
}

/** The stress of the vowel at a place: 1 primary, 2 secondary. */
export function stressBefore(phonemes: string, vowelAt: number): 1 | 2 | undefined {
  const mark = STRESS.indexOf(phonemes[vowelAt - 1] ?? ' ');
  return mark === 0 ? 1 : mark === 1 ? 2 : undefined;
}
