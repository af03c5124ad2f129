import { describe, expect, it } from 'vitest';
import { checkWindow, DEFAULT_WINDOW, tokenWindows } from './token-windows.js';

describe('token windows', () => {
  it.each([
    [0, [[0, 0]]],
    [1, [[0, 1]]],
    [254, [[0, 254]]],
    [
      255,
      [
        [0, 254],
        [222, 255],
      ],
    ],
    [
      476,
      [
        [0, 254],
        [222, 476],
      ],
    ],
    [
      477,
      [
        [0, 254],
        [222, 476],
        [444, 477],
      ],
    ],
  ])('%i content tokens', (count, expected) => {
    expect(tokenWindows(count, DEFAULT_WINDOW).map(({ start, end }) => [start, end])).toEqual(expected);
  });

  it('covers every token with the requested overlap', () => {
    for (const size of [
      { tokens: 10, overlap: 3 },
      { tokens: 3, overlap: 0 },
      { tokens: 12, overlap: 9 },
    ])
      for (let count = 1; count < 60; count++) {
        const windows = tokenWindows(count, size);
        expect(windows[0]!.start).toBe(0);
        expect(windows.at(-1)!.end).toBe(count);
        for (const [i, { start, end }] of windows.entries()) {
          expect(end - start).toBeLessThanOrEqual(size.tokens - 2);
          if (i > 0) expect(windows[i - 1]!.end - start).toBe(size.overlap);
        }
      }
  });

  it('leaves room for a prefix in every window', () => {
    expect(tokenWindows(20, { tokens: 12, overlap: 2 }, 3)).toEqual([
      { start: 0, end: 7 },
      { start: 5, end: 12 },
      { start: 10, end: 17 },
      { start: 15, end: 20 },
    ]);
  });

  it('rejects sizes that the model does not support', () => {
    expect(() => checkWindow({ tokens: 513, overlap: 0 }, 512)).toThrow(
      'from 3 to 512 for window.tokens, received 513',
    );
    expect(() => checkWindow({ tokens: 10, overlap: 8 }, 512)).toThrow(
      'from 0 to 7 for window.overlap, received 8',
    );
  });
});
