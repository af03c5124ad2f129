import { expect, it } from 'vitest';
import { bgeSmall } from './calibration/bge-small-en-v1.5-int8.js';
import { multilingualE5 } from './calibration/multilingual-e5-small.js';
import { knowsLanguage } from './known-language.js';

it.each([
  ['上周我们讨论了什么？', false],
  ['先週の会議で何を決めましたか', false],
  ['지난주에 무엇을 했나요', false],
  ['What does 上周 mean in this sentence?', true],
  ['Was haben wir beschlossen?', true],
  ['', true],
])('bge-small understands "%s": %s', (text, isKnown) => {
  expect(knowsLanguage(bgeSmall, text)).toBe(isKnown);
  expect(knowsLanguage(multilingualE5, text)).toBe(true);
  expect(knowsLanguage(null, text)).toBe(true);
});
