import { type Frame, planesOf } from './frame.js';
import type { RgbPicture } from './read-image.js';
import { frameRegionToRgb } from './rgb-frame.js';

/**
 * Returns the source image of `before` with the differences in `after`: pixels with a different luma, and
 * blocks with a different chroma.
 */
export function withChanges(picture: RgbPicture, before: Frame, after: Frame): RgbPicture {
  const { width, height } = picture;
  const rgb = picture.rgb.slice();
  const changed = frameRegionToRgb(after);
  const [old, now] = [planesOf(before), planesOf(after)];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const i = row * width + column;
      const block = (row >> 1) * (width >> 1) + (column >> 1);
      if (old.y[i] === now.y[i] && old.u[block] === now.u[block] && old.v[block] === now.v[block]) continue;
      rgb.set(changed.subarray(3 * i, 3 * i + 3), 3 * i);
    }
  }
  return { rgb, width, height };
}
