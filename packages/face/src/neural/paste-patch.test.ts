import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { frameRegionToRgb } from '../image/rgb-frame.js';
import { pastePatch } from './paste-patch.js';

const SIZE = 24;

function noisyFrame(width: number, height: number): Frame {
  const frame = createFrame(width, height);
  for (let i = 0; i < frame.bytes.length; i++) frame.bytes[i] = 128 + 100 * Math.sin(i * i * 0.13);
  return frame;
}

const boxes = fc.record({
  x: fc.double({ min: 0, max: 30, noNaN: true }),
  y: fc.double({ min: 0, max: 20, noNaN: true }),
  width: fc.double({ min: 1, max: 34, noNaN: true }),
  height: fc.double({ min: 1, max: 28, noNaN: true }),
});

describe('pastePatch', () => {
  it('leaves pixels bit-identical outside the mask', () => {
    const rgb = Float32Array.from({ length: 3 * SIZE * SIZE }, (_, i) => (i % 7) / 7);
    fc.assert(
      fc.property(boxes, (box) => {
        const frame = noisyFrame(64, 48);
        pastePatch(frame, box, rgb, new Float32Array(SIZE * SIZE));
        expect(frame.bytes).toEqual(noisyFrame(64, 48).bytes);
      }),
      { numRuns: 30 },
    );
  });

  it('lays one colour over the box but its margin, and nothing outside it', () => {
    const colour = [200, 90, 40];
    const rgb = Float32Array.from(
      { length: 3 * SIZE * SIZE },
      (_, i) => colour[Math.floor(i / SIZE ** 2)]! / 255,
    );
    fc.assert(
      fc.property(boxes, (box) => {
        const frame = noisyFrame(64, 48);
        pastePatch(frame, box, rgb, new Float32Array(SIZE * SIZE).fill(1));
        const before = noisyFrame(64, 48);
        const shown = frameRegionToRgb(frame);
        const { y } = planesOf(frame);
        for (let row = 0; row < 48; row++)
          for (let column = 0; column < 64; column++) {
            // The outer pixels of the patch are not used.
            const [across, down] = [(3 * box.width) / SIZE, (3 * box.height) / SIZE];
            const inside =
              column >= box.x + across + 1 &&
              column + 2 <= box.x + box.width - across &&
              row >= box.y + down + 1 &&
              row + 2 <= box.y + box.height - down;
            const outside =
              column + 1 <= box.x ||
              column >= box.x + box.width ||
              row + 1 <= box.y ||
              row >= box.y + box.height;
            const at = row * 64 + column;
            if (inside)
              for (const [channel, value] of colour.entries())
                expect(Math.abs(shown[3 * at + channel]! - value)).toBeLessThanOrEqual(2);
            if (outside) expect(y[at]).toBe(planesOf(before).y[at]);
          }
      }),
      { numRuns: 30 },
    );
  });

  it('puts a pixel of the patch where it belongs', () => {
    // 24 pixels over 24: no pixel falls between two others.
    const frame = createFrame(40, 40);
    frame.bytes.fill(128);
    const rgb = Float32Array.from({ length: 3 * SIZE * SIZE }, (_, i) => (i % (SIZE * SIZE)) / (SIZE * SIZE));
    const mask = Float32Array.from({ length: SIZE * SIZE }, (_, i) => (i === 5 * SIZE + 7 ? 1 : 0));
    pastePatch(frame, { x: 10, y: 6, width: SIZE, height: SIZE }, rgb, mask);
    const { y } = planesOf(frame);
    const changed = [...y.keys()].filter((at) => y[at] !== 128);
    expect(changed).toEqual([(6 + 5) * 40 + 10 + 7]);
    expect(y[changed[0]!]).toBe(Math.round(16 + (219 * (5 * SIZE + 7)) / (SIZE * SIZE)));
  });
});
