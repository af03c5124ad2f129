import { expect, it } from 'vitest';
import { toPcm16 } from './pcm.js';

it('writes 16-bit little-endian samples and clips loud ones', () => {
  const bytes = toPcm16(Float32Array.of(0, -0, 0.5, -0.5, 1, -1, 1.5, -9, Number.NaN));
  const values = Array.from({ length: 9 }, (_, i) => bytes.readInt16LE(2 * i));
  expect(values).toEqual([0, 0, 16_384, -16_383, 32_767, -32_767, 32_767, -32_767, 0]);
  expect(bytes).toHaveLength(18);
});
