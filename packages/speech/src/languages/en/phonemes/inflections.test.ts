import { expect, it } from 'vitest';
import { inflections } from './inflections.js';

const BASES = new Map([
  ['cat', 'kˈæt'],
  ['dog', 'dˈɔɡ'],
  ['box', 'bˈɑks'],
  ['judge', 'ʤˈʌʤ'],
  ['study', 'stˈʌdi'],
  ['walk', 'wˈɔk'],
  ['need', 'nˈid'],
  ['wait', 'wˈAt'],
  ['act', 'ˈækt'],
  ['hug', 'hˈʌɡ'],
  ['hope', 'hˈOp'],
  ['hop', 'hˈɑp'],
  ['stop', 'stˈɑp'],
  ['boss', 'bˈɔs'],
  ['who', 'hˈu'],
]);

it.each([
  ['cats', 'kˈæts'],
  ['dogs', 'dˈɔɡz'],
  ['boxes', 'bˈɑksᵻz'],
  ['judges', 'ʤˈʌʤᵻz'],
  ['studies', 'stˈʌdiz'],
  ["cat's", 'kˈæts'],
  ["boss's", 'bˈɔsᵻz'],
  ["dogs'", undefined],
  ['walked', 'wˈɔkt'],
  ['needed', 'nˈidᵻd'],
  ['waited', 'wˈATᵻd'],
  ['acted', 'ˈæktᵻd'],
  ['hugged', 'hˈʌɡd'],
  ['studied', 'stˈʌdid'],
  ['hoping', 'hˈOpɪŋ'],
  ['hopping', 'hˈɑpɪŋ'],
  ['stopped', 'stˈɑpt'],
  ['waiting', 'wˈATɪŋ'],
  ["who'd", 'hˈud'],
  ["who've", 'hˈuəv'],
  ['boss', undefined],
  ['red', undefined],
  ['sing', undefined],
])('%s', (word, phonemes) => {
  const form = [...inflections(word)].find(({ base }) => BASES.has(base));
  expect(form?.sounds(BASES.get(form.base)!)).toBe(phonemes);
});
