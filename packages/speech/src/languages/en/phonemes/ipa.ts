import { VOWELS } from '../../../phonemes/alphabet.js';
import { MAX_PHONEMES } from '../../../text/language.js';

/** IPA signs that the alphabet of the voices writes differently. */
const IPA: readonly (readonly [RegExp, string])[] = [
  [/\.|‿|\u0361/g, ''],
  [/g/g, 'ɡ'],
  [/tʃ/g, 'ʧ'],
  [/dʒ/g, 'ʤ'],
  [/eɪ/g, 'A'],
  [/aɪ/g, 'I'],
  [/[oə]ʊ/g, 'O'],
  [/aʊ/g, 'W'],
  [/ɔɪ/g, 'Y'],
  [/r/g, 'ɹ'],
  [/ɚ/g, 'əɹ'],
  [/ɝː?/g, 'ɜɹ'],
  [/ɾ/g, 'T'],
  [/[ː']/g, ''],
  [/ɫ/g, 'l'],
  [/ʔ/g, 't'],
  [/e/g, 'A'],
  [/o/g, 'O'],
  [/[aɒ]/g, 'ɑ'],
  [/ʍ/g, 'w'],
];
/** IPA writes the stress before the syllable, the alphabet of the voices before the vowel. */
const STRESS_BEFORE_CONSONANTS = new RegExp(`([ˈˌ])([^ˈˌ ${VOWELS}]+)(?=[${VOWELS}])`, 'g');
/** Sounds of American English in the alphabet of the voices (models/hibari-heart/vocab.json). */
const SOUNDS = /^[AIOTWYbdfhijklmnpstuvwzæɐɑɔəɛɜɪʊʌᵻᵊðʤɡŋθɹʃʧʒˈˌ ,]+$/;
/** A word has at least one of these sounds; a stop alone is no word. */
const LASTING_SOUND = new RegExp(`[${VOWELS}mnlɹszʃ]`);

export function voicePhonemes(ipa: string): string | undefined {
  const trimmed = ipa
    .normalize('NFC')
    .trim()
    .replace(/^\/|\/$/g, '');
  const phonemes = IPA.reduce((text, [pattern, symbol]) => text.replace(pattern, symbol), trimmed)
    .replace(/\s+/g, ' ')
    .replace(STRESS_BEFORE_CONSONANTS, '$2$1');
  const isKnown = ipa.length <= MAX_PHONEMES && SOUNDS.test(phonemes) && LASTING_SOUND.test(phonemes);
  return isKnown ? phonemes : undefined;
}
