import { isVowel } from '../../../phonemes/alphabet.js';

/** A base of a regular form, and a function that adds the ending to the phonemes of the base. */
interface Inflection {
  readonly base: string;
  readonly sounds: (phonemes: string) => string;
}

/** Adds the ending of the plural, the third person or the possessive. */
export function withS(phonemes: string): string {
  const last = phonemes.at(-1)!;
  if ('szʃʒʧʤ'.includes(last)) return `${phonemes}ᵻz`;
  return phonemes + ('ptkfθ'.includes(last) ? 's' : 'z');
}

function withEd(phonemes: string): string {
  const last = phonemes.at(-1)!;
  if (last === 'd') return `${phonemes}ᵻd`;
  if (last === 't' || last === 'T') return `${flapped(phonemes)}ᵻd`;
  return phonemes + ('pkfθʃsʧ'.includes(last) ? 't' : 'd');
}

function withIng(phonemes: string): string {
  return `${flapped(phonemes)}ɪŋ`;
}

/** Turns a final t after a vowel into the American flap before an ending that begins with a vowel. */
function flapped(phonemes: string): string {
  return phonemes.endsWith('t') && (isVowel(phonemes.at(-2)) || phonemes.at(-2) === 'ɹ')
    ? `${phonemes.slice(0, -1)}T`
    : phonemes;
}

/** Yields the possible bases of a word in the order to try: "hoping" is of "hope" before "hop". */
export function* inflections(word: string): Generator<Inflection> {
  if (/..'s$/.test(word)) yield { base: word.slice(0, -2), sounds: withS };
  else if (/..s'$/.test(word)) yield { base: word.slice(0, -1), sounds: (phonemes) => phonemes };
  else if (/.'(?:d|ll|ve|re)$/.test(word)) {
    const at = word.lastIndexOf("'");
    const ending = { "'d": 'd', "'ll": 'ᵊl', "'ve": 'əv', "'re": 'əɹ' }[word.slice(at)]!;
    yield {
      base: word.slice(0, at),
      sounds: (phonemes) => phonemes + (ending === 'd' && /[td]$/.test(phonemes) ? 'əd' : ending),
    };
  } else if (/...s$/.test(word) && !word.endsWith('ss')) {
    yield { base: word.slice(0, -1), sounds: withS };
    if (word.endsWith('ies')) yield { base: `${word.slice(0, -3)}y`, sounds: withS };
    else if (word.endsWith('es')) yield { base: word.slice(0, -2), sounds: withS };
  } else if (/..ed$/.test(word)) {
    yield { base: word.slice(0, -1), sounds: withEd };
    yield { base: word.slice(0, -2), sounds: withEd };
    if (word.endsWith('ied')) yield { base: `${word.slice(0, -3)}y`, sounds: withEd };
    if (/([b-df-hj-np-tv-z])\1ed$/.test(word)) yield { base: word.slice(0, -3), sounds: withEd };
  } else if (/..ing$/.test(word)) {
    yield { base: `${word.slice(0, -3)}e`, sounds: withIng };
    yield { base: word.slice(0, -3), sounds: withIng };
    if (/([b-df-hj-np-tv-z])\1ing$/.test(word)) yield { base: word.slice(0, -4), sounds: withIng };
  }
}
