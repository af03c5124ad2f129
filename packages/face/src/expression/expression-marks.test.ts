import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPRESSIONS } from './expression.js';
import { createMarkReader, MAX_MARKS, parseExpressionTags, stripExpressionTags } from './expression-marks.js';

describe('marks of expressions in texts', () => {
  it.each([
    ['[happy] Hello.', '        Hello.', 'Hello.', [[0, 'happy', 1]]],
    ['So [ Thinking 0.5 ] well', 'So                  well', 'So well', [[3, 'thinking', 0.5]]],
    ['Yes![SAD]', 'Yes!     ', 'Yes!', [[4, 'sad', 1]]],
    [
      'a[happy]b [angry 7]',
      'a       b          ',
      'ab ',
      [
        [1, 'happy', 1],
        [10, 'angry', 1],
      ],
    ],
    [
      '[happy][neutral] Go',
      '                 Go',
      'Go',
      [
        [0, 'happy', 1],
        [7, 'neutral', 1],
      ],
    ],
    ['\\[happy] stays', ' [happy] stays', '[happy] stays', []],
    ['[1] and [sic] [happy birthday] [happy -1] [pause 1s]', null, null, []],
    ['[happ [sad', null, null, []],
  ])('%s', (given, masked, read, marks) => {
    const { text, marks: found } = parseExpressionTags(given);
    expect(text).toBe(masked ?? given);
    expect(found.map(({ at, expression }) => [at, expression.name, expression.strength])).toEqual(marks);
    expect(stripExpressionTags(given)).toBe(read ?? given);
  });

  it('are the same in whatever pieces the text comes', () => {
    const part = fc.oneof(
      fc.constantFrom(...EXPRESSIONS.map((name) => `[${name}]`), '[sad 0.25]', '\\[happy]', '[ happy 1 ]'),
      fc.constantFrom('[', ']', '\\', ' ', '[hap', 'py]', '0.5', '[1]', 'word', '\\\\['),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat({ max: 7 }), { minLength: 1 }), (parts, lengths) => {
        const whole = parts.join('');
        const reader = createMarkReader();
        const given: ReturnType<typeof parseExpressionTags>[] = [];
        for (let at = 0, i = 0; at < whole.length; i++) {
          const length = 1 + lengths[i % lengths.length]!;
          given.push(reader.push(whole.slice(at, at + length)));
          at += length;
        }
        given.push(reader.flush());
        expect(given.map(({ text }) => text).join('')).toBe(parseExpressionTags(whole).text);
        expect(given.flatMap(({ marks }) => marks)).toEqual(parseExpressionTags(whole).marks);
      }),
      { numRuns: 1000 },
    );
  });

  it('hold back no more than can become one', () => {
    const pushed = (piece: string): number => createMarkReader().push(piece).text.length;
    expect(pushed('Hello [hap')).toBe(6);
    expect(pushed('Hello [sad 0.')).toBe(6);
    for (const piece of ['Hello [1', 'Hello [sic', 'Hello [happier', 'Hello [hap 0', 'Hello [sad x'])
      expect(pushed(piece), piece).toBe(piece.length);
  });

  it('are bounded in number, and none of them is text', () => {
    const { text, marks } = parseExpressionTags('[sad]'.repeat(3 * MAX_MARKS));
    expect([marks.length, text.trim()]).toEqual([MAX_MARKS, '']);
  });
});
