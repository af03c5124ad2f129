import { describe, expect, it } from 'vitest';
import { createFrame, planesOf } from './frame.js';
import { frameRegionToRgb, rgbToFrame } from './rgb-frame.js';
import { withChanges } from './with-changes.js';

const rgb = Uint8Array.from({ length: 4 * 4 * 3 }, (_, i) => (i * 37) % 256);
const picture = { rgb, width: 4, height: 4 };

describe('changes in a picture', () => {
  const before = rgbToFrame(rgb, 4, 4);

  it('are none where the frames are the same: no colour is lost', () => {
    const same = createFrame(4, 4, before.bytes.slice());
    expect(withChanges(picture, before, same).rgb).toEqual(rgb);
  });

  it('are one pixel of luma, and four of colour', () => {
    const after = createFrame(4, 4, before.bytes.slice());
    planesOf(after).y[5]! += 9;
    planesOf(after).u[3]! += 9;
    const seen = frameRegionToRgb(after);
    const changed = withChanges(picture, before, after);
    expect(changed).toMatchObject({ width: 4, height: 4 });
    for (let pixel = 0; pixel < 16; pixel++) {
      const source = [5, 10, 11, 14, 15].includes(pixel) ? seen : rgb;
      expect([...changed.rgb.subarray(3 * pixel, 3 * pixel + 3)]).toEqual([
        ...source.subarray(3 * pixel, 3 * pixel + 3),
      ]);
    }
    expect(changed.rgb).not.toEqual(rgb);
  });
});
