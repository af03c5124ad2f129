import type { Sharp } from 'sharp';
import type { Frame } from './frame.js';
import { loadSharp } from './load-sharp.js';
import { rgbToFrame } from './rgb-frame.js';

export type PictureErrorCode = 'picture_unreadable' | 'picture_too_large' | 'picture_too_small';

/** A picture that cannot be taken; the message says why in one line. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
  constructor(
    readonly code: PictureErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface ReadPictureOptions {
  /** Pixels of the longest side; a larger picture is shrunk. Default: it keeps its size. */
  readonly longestSide?: number;
  /** Shows through transparent pixels, 0 to 255. Default white. */
  readonly background?: { readonly r: number; readonly g: number; readonly b: number };
}

/** sharp reads more (SVG and others that draw): those are programs, not photographs. */
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif'];
const FORMAT_NAMES = 'JPEG, PNG, WebP, GIF, TIFF or AVIF';
/** 150 MB when decoded, and as much again while it is converted. */
const MAX_PIXELS = 50_000_000;
const MIN_SIDE = 2;
const WHITE = { r: 255, g: 255, b: 255 };

/**
 * A picture file, or its bytes, as a frame: turned as its EXIF data say, converted to sRGB by its profile, alpha laid over the
 * background; of an animation the first picture. An odd side loses its last row or column. Rejects with a PictureError.
 */
export async function readImage(
  source: string | Uint8Array,
  options: ReadPictureOptions = {},
): Promise<Frame> {
  const { rgb, width, height } = await readRgbPicture(source, options);
  return rgbToFrame(rgb, width, height);
}

/** A picture with all its colour, [height x width x 3] in sRGB; width and height are even. */
export interface RgbPicture {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** As `readPicture`, before colour is halved. */
export async function readRgbPicture(
  source: string | Uint8Array,
  { longestSide, background = WHITE }: ReadPictureOptions = {},
): Promise<RgbPicture> {
  await assertPhotograph(source);
  const { data, info } = await decode(source, (image) => {
    const upright = image.autoOrient().flatten({ background }).toColourspace('srgb');
    const box = { width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true } as const;
    const sized = longestSide === undefined ? upright : upright.resize(box);
    return sized.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  });
  checkSize(info.width, info.height);
  const { pixels, ...size } = evenSides(data, info.width, info.height, 3);
  return { rgb: pixels, ...size };
}

/** Rejects with a PictureError before any pixel is decoded. */
export async function assertPhotograph(source: string | Uint8Array): Promise<void> {
  const { width, height, format } = await decode(source, (image) => image.metadata());
  if (!FORMATS.includes(format))
    throw new ImageError('picture_unreadable', `Expected ${FORMAT_NAMES}, received ${format}`);
  checkSize(width, height);
}

export async function decode<T>(source: string | Uint8Array, use: (image: Sharp) => Promise<T>): Promise<T> {
  const sharp = await loadSharp();
  try {
    // The size is checked here, with a code of its own; 'error': a picture that only breaks a rule of its format is taken.
    return await use(sharp(source, { limitInputPixels: false, failOn: 'error' }));
  } catch (cause) {
    const reason = (cause as Error).message.split('\n', 1)[0]!;
    // Where the file lies is known to who asks, and nobody's business in an answer.
    const without = typeof source === 'string' ? reason.replaceAll(source, 'the file') : reason;
    throw new ImageError(
      'picture_unreadable',
      `Expected ${FORMAT_NAMES}, received what cannot be decoded: ${without}`,
      { cause },
    );
  }
}

export function checkSize(width: number, height: number): void {
  if (width < MIN_SIDE || height < MIN_SIDE)
    throw new ImageError(
      'picture_too_small',
      `Expected a picture of at least ${MIN_SIDE} x ${MIN_SIDE} pixels, received ${width} x ${height}`,
    );
  if (width * height > MAX_PIXELS)
    throw new ImageError(
      'picture_too_large',
      `Expected a picture of at most ${MAX_PIXELS / 1e6} million pixels, received ${width} x ${height}`,
    );
}

/** Pixels of `channels` bytes without the last column or row of an odd side. */
export function evenSides(
  pixels: Uint8Array,
  width: number,
  height: number,
  channels: number,
): { pixels: Uint8Array; width: number; height: number } {
  const evenWidth = width - (width % 2);
  const evenHeight = height - (height % 2);
  if (evenWidth === width)
    return { pixels: pixels.subarray(0, channels * width * evenHeight), width, height: evenHeight };
  const rows = new Uint8Array(channels * evenWidth * evenHeight);
  for (let row = 0; row < evenHeight; row++)
    rows.set(
      pixels.subarray(channels * row * width, channels * (row * width + evenWidth)),
      channels * row * evenWidth,
    );
  return { pixels: rows, width: evenWidth, height: evenHeight };
}
