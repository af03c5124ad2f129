import { decode, evenSides, type RgbPicture } from './read-image.js';

/** Colours and alpha of an image that is not opaque everywhere. */
export interface Transparency {
  /** [height x width x 3]: the stored colours, without a background. */
  readonly rgb: Uint8Array;
  /** [height x width] */
  readonly alpha: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const OPAQUE = 255;
const WHITE = 255;

/** Reads an image upright, in sRGB and in the size of `readRgbPicture`. Returns null if all its pixels are opaque. */
export async function readTransparency(source: string | Uint8Array): Promise<Transparency | null> {
  const { hasAlpha } = await decode(source, (image) => image.metadata());
  if (!hasAlpha) return null;
  const { data, info } = await decode(source, (image) =>
    image
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  const count = info.width * info.height;
  const [rgb, alpha] = [new Uint8Array(3 * count), new Uint8Array(count)];
  for (let i = 0; i < count; i++) {
    rgb.set(data.subarray(4 * i, 4 * i + 3), 3 * i);
    alpha[i] = data[4 * i + 3]!;
  }
  if (alpha.every((value) => value === OPAQUE)) return null;
  const { width, height, pixels } = evenSides(rgb, info.width, info.height, 3);
  return { rgb: pixels, alpha: evenSides(alpha, info.width, info.height, 1).pixels, width, height };
}

/**
 * Removes a white background: computes the colours that result in `flat` if they are composed over white with
 * `alpha`. Pixels of `flat` that equal the pixels of `before` are taken from `from`. All images are [height x
 * width x 3] and have the same size.
 */
export function withoutWhite(
  flat: Uint8Array,
  alpha: Uint8Array,
  unchanged?: { readonly before: RgbPicture; readonly from: Uint8Array },
): Uint8Array {
  const rgb = new Uint8Array(flat.length);
  for (let i = 0; i < alpha.length; i++) {
    const isSame = unchanged && [0, 1, 2].every((k) => unchanged.before.rgb[3 * i + k] === flat[3 * i + k]);
    const share = alpha[i]! / OPAQUE;
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      if (isSame) rgb[k] = unchanged.from[k]!;
      else if (share === 0) rgb[k] = WHITE;
      else rgb[k] = Math.max(0, Math.min(255, Math.round((flat[k]! - WHITE * (1 - share)) / share)));
    }
  }
  return rgb;
}
