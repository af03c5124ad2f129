import { describe, expect, it } from 'vitest';
import { espeakIpa } from './piper-phonemes.js';

describe('espeakIpa', () => {
  // The right column is the output of espeak-ng 1.51 for these words with the voice en-us.
  it.each([
    ['diphthongs', 'fˈAs nˈIn ˈOld ˈWt bˈY', 'fˈeɪs nˈaɪn ˈoʊld ˈaʊt bˈɔɪ'],
    ['affricates', 'ʧˈɜɹʧ ʤˈʌʤ', 'tʃˈɜːtʃ dʒˈʌdʒ'],
    ['a tap', 'lˈɛTəɹ', 'lˈɛɾɚ'],
    ['a weak vowel before l', 'lˈɪTᵊl', 'lˈɪɾəl'],
    ['long vowels', 'fˈɑðəɹ sˈu θˈɔt', 'fˈɑːðɚ sˈuː θˈɔːt'],
    ['i under stress and in a word of one vowel', 'sˈi wi', 'sˈiː wiː'],
    ['a short i at the end and before a vowel', 'hˈæpi ɹiˈækt', 'hˈæpi ɹiˈækt'],
    ['ɜ with its r, which is heard before a vowel only', 'bˈɜɹd hˈɜɹi', 'bˈɜːd hˈɜːɹi'],
    ['ə with its r, which is heard before a vowel only', 'bˈɛTəɹ fˈIəɹ', 'bˈɛɾɚ fˈaɪɚ'],
    ['vowels before r', 'kˈɑɹ nˈɔɹθ', 'kˈɑːɹ nˈɔːɹθ'],
    ['stress marks, spaces and punctuation', 'hˌO, "wˈɪn"!', 'hˌoʊ, "wˈɪn"!'],
  ])('writes %s', (_, ours, espeak) => {
    expect(espeakIpa(ours).join('')).toBe(espeak);
  });

  it('keeps the place of every character', () => {
    expect(espeakIpa('bˈɜɹd')).toEqual(['b', 'ˈ', 'ɜː', '', 'd']);
    expect(espeakIpa('ʤɑ')).toEqual(['dʒ', 'ɑː']);
  });
});
