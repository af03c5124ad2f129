/** Background of a head. Colours are sRGB, 0 to 255. */
export type Background =
  | { readonly kind: 'default' }
  | { readonly kind: 'colour'; readonly rgb: Rgb }
  | { readonly kind: 'gradient'; readonly top: Rgb; readonly bottom: Rgb }
  /** [height x width x 3], as large as the frame. */
  | { readonly kind: 'picture'; readonly rgb: Uint8Array }
  | { readonly kind: 'green' };
export type Rgb = readonly [number, number, number];

/** Colours of the default background in the middle and at the edges. */
export const CENTRE: Rgb = [202, 210, 216];
export const EDGE: Rgb = [122, 136, 150];
/** Pure green, which chroma keyers remove by default. */
const GREEN: Rgb = [0, 255, 0];

/** RGBA, [height x width x 4]. */
export function paintBackground(background: Background, width: number, height: number): Uint8Array {
  const out = new Uint8Array(4 * width * height).fill(255);
  const colourAt = painter(background, width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [r, g, b] = colourAt(x, y);
      const at = 4 * (y * width + x);
      // Half a level of ordered dither: a wide gradient shows no bands.
      const step = background.kind === 'default' || background.kind === 'gradient' ? dither(x, y) : 0.5;
      out[at] = r + step;
      out[at + 1] = g + step;
      out[at + 2] = b + step;
    }
  }
  return out;
}

function painter(background: Background, width: number, height: number): (x: number, y: number) => Rgb {
  switch (background.kind) {
    case 'default':
      return (x, y) => {
        // models/heads/*.json, "background"; distances in heights, so a wide picture shows the same light.
        const u = (x + 0.5 - width / 2) / height;
        const v = (y + 0.5) / height - 0.42;
        const r = Math.min(1, 1.45 * Math.hypot(u, v));
        return mixed(CENTRE, EDGE, r * r * (3 - 2 * r));
      };
    case 'colour':
      return () => background.rgb;
    case 'gradient':
      return (_, y) => mixed(background.top, background.bottom, (y + 0.5) / height);
    case 'picture': {
      const { rgb } = background;
      const expected = 3 * width * height;
      if (rgb.length !== expected)
        throw new RangeError(
          `Expected ${expected} bytes for a background of ${width} x ${height}, received ${rgb.length}`,
        );
      return (x, y) => {
        const at = 3 * (y * width + x);
        return [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
      };
    }
    case 'green':
      return () => GREEN;
  }
}

function mixed(from: Rgb, to: Rgb, t: number): Rgb {
  return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t];
}

/** 1/32 to 31/32, each of sixteen values once in a square of four (Bayer 1973). */
function dither(x: number, y: number): number {
  const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
  return (2 * BAYER[(y % 4) * 4 + (x % 4)]! + 1) / 32;
}
