import { expect, it } from 'vitest';
import { phonemesOfArpabet } from './arpabet.js';
import { createCmuDictionary } from './lexicons.js';

it.each([
  ['K AE1 T', 'kˈæt'],
  ['S IH1 T IY0', 'sˈɪTi'],
  ['B AH1 T AH0 N', 'bˈʌtᵊn'],
  ['B AA1 T AH0 L', 'bˈɑTᵊl'],
  ['AH0 B AW1 T', 'əbˈWt'],
  ['W AO1 T ER0', 'wˈɔTəɹ'],
  ['B ER1 D', 'bˈɜɹd'],
  ['V OW1 L K S W AE2 G AH0 N # name', 'vˈOlkswˌæɡᵊn'],
  ['M EH1 ZH ER0', 'mˈɛʒəɹ'],
  ['CH OY1 S', 'ʧˈYs'],
  ['JH AH1 JH', 'ʤˈʌʤ'],
  ['DH IY0', 'ði'],
])('%s', (line, phonemes) => expect(phonemesOfArpabet(line)).toBe(phonemes));

it('rejects symbols that are not ARPAbet', () => {
  expect(() => phonemesOfArpabet('K QQ1 T')).toThrow('"QQ1"');
});

it('has names that the other lexicons lack', () => {
  const cmu = createCmuDictionary();
  expect(cmu.get('margaret')).toBe('mˈɑɹɡəɹɪt');
  expect(cmu.has('volkswagen')).toBe(true);
  expect(cmu.get('kubernetes')).toBeUndefined();
});
