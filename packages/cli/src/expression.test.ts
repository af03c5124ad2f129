import { expect, it } from 'vitest';
import { expressionOf } from './expression.js';

it('parses a name, or a name and a strength', () => {
  expect(expressionOf('happy')).toEqual({ name: 'happy' });
  expect(expressionOf('thinking:0.5')).toEqual({ name: 'thinking', strength: 0.5 });
  for (const [written, refusal] of [
    ['merry', /one of neutral, happy, .* received merry/],
    ['sad:2', /from 0 to 1 .* received "2"/],
    ['sad:', /from 0 to 1/],
  ] as const)
    expect(() => expressionOf(written)).toThrow(refusal);
});
