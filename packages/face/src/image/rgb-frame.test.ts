import { describe, expect, it } from 'vitest';
import { seededRandom } from '../tracking/testing/portraits.js';
import { createFrame, planesOf } from './frame.js';
import { frameRegionToRgb, rgbToFrame } from './rgb-frame.js';

/** BT.709-6, items 3.2 to 3.5, straight from the text. */
function exactYuv(r: number, g: number, b: number): [number, number, number] {
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + 219 * luma, 128 + (224 * (b - luma)) / 1.8556, 128 + (224 * (r - luma)) / 1.5748];
}

const random = seededRandom(2);
const anyColour = (): [number, number, number] => [random(), random(), random()];
const flat = (colour: readonly number[], pixels: number): Uint8Array =>
  Uint8Array.from({ length: 3 * pixels }, (_, i) => Math.round(255 * colour[i % 3]!));

describe('RGB to frames and back', () => {
  it.each([
    ['black', [0, 0, 0], [16, 128, 128]],
    ['white', [1, 1, 1], [235, 128, 128]],
    ['red', [1, 0, 0], [63, 102, 240]],
    ['green', [0, 1, 0], [173, 42, 26]],
    ['blue', [0, 0, 1], [32, 240, 118]],
  ])('%s is where BT.709 has it', (_, colour, expected) => {
    const { y, u, v } = planesOf(rgbToFrame(flat(colour, 4), 2, 2));
    expect([y[0], u[0], v[0]]).toEqual(expected);
  });

  it('agrees with the formula to the nearest byte', () => {
    for (let round = 0; round < 500; round++) {
      const rgb = flat(anyColour(), 4);
      const expected = exactYuv(rgb[0]! / 255, rgb[1]! / 255, rgb[2]! / 255);
      const { y, u, v } = planesOf(rgbToFrame(rgb, 2, 2));
      for (const [i, value] of [y[3]!, u[0]!, v[0]!].entries())
        expect(Math.abs(value - expected[i]!)).toBeLessThan(0.501);
    }
  });

  it('a chroma sample is the mean of its four pixels', () => {
    const pixels = [anyColour(), anyColour(), anyColour(), anyColour()];
    const rgb = Uint8Array.from(pixels.flat(), (value) => Math.round(255 * value));
    const mean = pixels.map((_, i) =>
      exactYuv(rgb[3 * i]! / 255, rgb[3 * i + 1]! / 255, rgb[3 * i + 2]! / 255),
    );
    const { u, v } = planesOf(rgbToFrame(rgb, 2, 2));
    expect(Math.abs(u[0]! - mean.reduce((sum, value) => sum + value[1], 0) / 4)).toBeLessThan(0.501);
    expect(Math.abs(v[0]! - mean.reduce((sum, value) => sum + value[2], 0) / 4)).toBeLessThan(0.501);
  });

  it('brings an even colour back within what 8 bits of limited range keep', () => {
    for (let round = 0; round < 500; round++) {
      const rgb = flat(anyColour(), 16);
      const back = frameRegionToRgb(rgbToFrame(rgb, 4, 4));
      for (let i = 0; i < 3; i++) expect(Math.abs(back[i]! - rgb[i]!)).toBeLessThanOrEqual(2);
    }
  });

  it('cuts a region out, at odd places too', () => {
    const frame = createFrame(8, 6);
    for (let i = 0; i < frame.bytes.length; i++) frame.bytes[i] = 40 + 3 * i;
    const whole = frameRegionToRgb(frame);
    const part = frameRegionToRgb(frame, { x: 3, y: 1, width: 4, height: 5 });
    for (let row = 0; row < 5; row++) {
      const start = 3 * ((1 + row) * 8 + 3);
      expect(part.subarray(12 * row, 12 * row + 12)).toEqual(whole.subarray(start, start + 12));
    }
    expect(() => frameRegionToRgb(frame, { x: 5, y: 0, width: 4, height: 2 })).toThrow(
      'Expected a region inside 8 x 6, received 4 x 2 at 5, 0',
    );
  });

  it('refuses bytes that do not fill the picture', () => {
    expect(() => rgbToFrame(new Uint8Array(11), 2, 2)).toThrow('Expected 12 bytes of RGB, received 11');
  });
});
