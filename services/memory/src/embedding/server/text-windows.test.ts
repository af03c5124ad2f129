import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textWindows, windowOf } from './text-windows.js';

it('covers every text with windows of limited length, each ending after the previous one', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 16, max: 64 }),
      (text, units) => {
        const windows = textWindows(text, { units, overlap: Math.floor(units / 8) });
        let at = 0;
        for (const window of windows) {
          const found = text.indexOf(window, Math.max(0, at - units));
          expect(window.length).toBeLessThanOrEqual(units);
          expect(found).toBeLessThanOrEqual(at);
          at = Math.max(at, found + window.length);
        }
        expect(at).toBe(text.length);
        expect(windows.length).toBeLessThanOrEqual(1 + Math.ceil(text.length / (units / 2)));
      },
    ),
  );
});

it('cuts where words end, and never within a character', () => {
  expect(textWindows('aaaa bbbb cccc', { units: 10, overlap: 0 })).toEqual(['aaaa bbbb ', 'cccc']);
  for (const window of textWindows('👩‍👩‍👧'.repeat(40), windowOf(8)))
    expect(window.isWellFormed()).toBe(true);
});
