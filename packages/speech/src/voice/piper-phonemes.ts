import { isPunctuation, isStress } from '../phonemes/alphabet.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import { SentenceTooLongError } from './errors.js';
import { hasSound, type PhonemeIds } from './phoneme-ids.js';
import { type PiperConfig, SIGNS } from './piper-config.js';
import data from './piper-phonemes.json' with { type: 'json' };

/** Maximum ids of a sentence, including pads: three times the longest sentence of a text. */
const MAX_IDS = 3000;

/**
 * Returns the input of a Piper network: start, pad, each sign followed by a pad, end. Signs that the voice
 * lacks are skipped.
 */
export function piperIds(
  sentence: SpokenSentence,
  { phonemeIds: table }: Pick<PiperConfig, 'phonemeIds'>,
): PhonemeIds {
  const pad = table[SIGNS.pad]!;
  const ids = [...table[SIGNS.start]!, ...pad];
  const idAt: number[] = [];
  for (const ipa of espeakIpa(sentence.phonemes)) {
    idAt.push(ids.length);
    for (const sign of ipa) {
      const known = idsOfSign(sign, table);
      if (known !== null) ids.push(...known, ...pad);
    }
  }
  idAt.push(ids.length);
  ids.push(...table[SIGNS.end]!);
  if (ids.length > MAX_IDS) throw new SentenceTooLongError(ids.length, MAX_IDS);
  return { ids, idAt, hasSound: hasSound(sentence, idAt) };
}

/**
 * IPA that espeak-ng writes for diphthongs, affricates and other letters of our alphabet in American English,
 * on which Piper voices were trained. Other letters are equal in both.
 */
const IPA: Readonly<Record<string, string>> = data.ipa;
/** Vowels that espeak writes differently before r. */
const BEFORE_R: Readonly<Record<string, string>> = data.beforeR;
/** Substitutes for signs that a voice lacks. */
const SUBSTITUTES: Readonly<Record<string, string>> = data.substitutes;
const VOWELS = 'AIOQWYᵊiuɑɐæəɛɜɪʊʌᵻɔaeo';

/**
 * Returns the IPA of each UTF-16 unit of `phonemes`; empty for a unit that belongs to the sound of its
 * neighbour. Stress marks and punctuation keep their places.
 */
export function espeakIpa(phonemes: string): string[] {
  return phonemes.split('').map((phoneme, at) => {
    const before = phonemes[at - 1] ?? ' ';
    const next = phonemes[at + 1] ?? ' ';
    const isLast = !isVowel(phonemes[at + 2] ?? ' ') && !isStress(phonemes[at + 2] ?? ' ');
    // "bird" is ɜː and "letter" ends with ɚ: the r has its own sound only before a vowel.
    if (phoneme === 'ɹ' && before === 'ɜ' && !isVowel(next) && !isStress(next)) return '';
    if (phoneme === 'ɹ' && before === 'ə' && !isVowel(next) && !isStress(next)) return '';
    if (phoneme === 'ə' && next === 'ɹ' && isLast) return 'ɚ';
    if (next === 'ɹ' && phoneme in BEFORE_R) return BEFORE_R[phoneme]!;
    if (phoneme === 'i') return isLong(phonemes, at) ? 'iː' : 'i';
    if (phoneme === 'ɔ') return next === 'ŋ' ? 'ɔ' : 'ɔː';
    return IPA[phoneme] ?? phoneme;
  });
}

/** Returns the ids of a sign or of its substitute, or null. */
function idsOfSign(
  sign: string,
  table: Readonly<Record<string, readonly number[]>>,
): readonly number[] | null {
  return table[sign] ?? table[SUBSTITUTES[sign] ?? ''] ?? null;
}

/**
 * Whether an i is long: under stress, or as the only vowel of a word. "happy" and "react" have a short one.
 */
function isLong(phonemes: string, at: number): boolean {
  if (isStress(phonemes[at - 1] ?? ' ')) return true;
  if (phonemes[at + 1] === 'ɹ') return false;
  let start = at;
  while (start > 0 && !isBetweenWords(phonemes[start - 1]!)) start--;
  let end = at + 1;
  while (end < phonemes.length && !isBetweenWords(phonemes[end]!)) end++;
  return [...phonemes.slice(start, end)].filter(isVowel).length === 1;
}

function isBetweenWords(phoneme: string): boolean {
  return phoneme === ' ' || isPunctuation(phoneme);
}

function isVowel(phoneme: string): boolean {
  return VOWELS.includes(phoneme);
}
