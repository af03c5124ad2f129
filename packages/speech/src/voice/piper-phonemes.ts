import { isPunctuation, isStress } from '../phonemes/alphabet.js';
import type { SpokenSentence } from '../text/spoken-text.js';
import { SentenceTooLongError } from './errors.js';
import { hasSound, type PhonemeIds } from './phoneme-ids.js';
import { type PiperConfig, SIGNS } from './piper-config.js';

/** Ids, pads included: three times what the longest sentence of a text has. */
const MAX_IDS = 3000;

/** As Piper feeds its networks: start, pad, then each sign with a pad behind it, end. A sign the voice lacks is passed over. */
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
 * What our letters for diphthongs, affricates and the like are in the IPA that espeak-ng writes for American English, on
 * which Piper voices were trained. Letters that are not here are the same in both.
 */
const IPA: Readonly<Record<string, string>> = {
  A: 'eɪ',
  I: 'aɪ',
  O: 'oʊ',
  Q: 'əʊ',
  W: 'aʊ',
  Y: 'ɔɪ',
  ʧ: 'tʃ',
  ʤ: 'dʒ',
  ᵊ: 'ə',
  T: 'ɾ',
  ɑ: 'ɑː',
  u: 'uː',
};
/** In espeak a vowel before r is another than elsewhere. */
const BEFORE_R: Readonly<Record<string, string>> = { ɔ: 'ɔː', ɜ: 'ɜː', u: 'ʊ' };
/** Where the voice has no sign of its own for one of ours. */
const SUBSTITUTES: Readonly<Record<string, string>> = { '—': ',', '…': '.', ᵻ: 'ɪ', '“': '"', '”': '"' };
const VOWELS = 'AIOQWYᵊiuɑɐæəɛɜɪʊʌᵻɔaeo';

/**
 * One text of IPA for each UTF-16 unit of `phonemes`; a unit that is part of its neighbour's sound has none. Stress marks
 * and punctuation stay where they are.
 */
export function espeakIpa(phonemes: string): string[] {
  return phonemes.split('').map((phoneme, at) => {
    const before = phonemes[at - 1] ?? ' ';
    const next = phonemes[at + 1] ?? ' ';
    const isLast = !isVowel(phonemes[at + 2] ?? ' ') && !isStress(phonemes[at + 2] ?? ' ');
    // "bird" is ɜː and "letter" ends with ɚ: the r is heard by itself only before a vowel.
    if (phoneme === 'ɹ' && before === 'ɜ' && !isVowel(next) && !isStress(next)) return '';
    if (phoneme === 'ɹ' && before === 'ə' && !isVowel(next) && !isStress(next)) return '';
    if (phoneme === 'ə' && next === 'ɹ' && isLast) return 'ɚ';
    if (next === 'ɹ' && phoneme in BEFORE_R) return BEFORE_R[phoneme]!;
    if (phoneme === 'i') return isLong(phonemes, at) ? 'iː' : 'i';
    if (phoneme === 'ɔ') return next === 'ŋ' ? 'ɔ' : 'ɔː';
    return IPA[phoneme] ?? phoneme;
  });
}

/** Signs to ids by the table of a voice; null where it has none for a sign, nor for what could stand in for it. */
function idsOfSign(
  sign: string,
  table: Readonly<Record<string, readonly number[]>>,
): readonly number[] | null {
  return table[sign] ?? table[SUBSTITUTES[sign] ?? ''] ?? null;
}

/** Under stress, and in a word that has no other vowel; "happy" and "react" have a short one. */
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
