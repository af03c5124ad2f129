import { expect, it } from 'vitest';
import { stressedAs } from './stress-of-words.js';

const sounds = (spoken: string) => [...spoken].map((phoneme, i) => ({ phoneme, start: i, end: i + 1 }));

it('stresses vowels as the text reader does, even if vowels differ, are added or are missing', () => {
  const stresses = (spoken: string, read: string) =>
    stressedAs(sounds(spoken), read).map(({ stress = 0 }) => stress);
  expect(stresses('bʌtəɹ', 'bˈʌɾəɹ')).toEqual([0, 1, 0, 0, 0]);
  expect(stresses('bɑtəɹ', 'bˈʌɾəɹ')).toEqual([0, 1, 0, 0, 0]);
  expect(stresses('əbʌtə', 'bˈʌɾˌə')).toEqual([0, 0, 1, 0, 2]);
  expect(stresses('', 'bˈʌɾəɹ')).toEqual([]);
});
