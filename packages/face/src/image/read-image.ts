import { rename, rm, writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { Frame } from './frame.js';
import { rgbToFrame } from './rgb-frame.js';

type SharpModule = typeof import('sharp')['default'];

let loaded: Promise<SharpModule> | null = null;

/** Loads sharp on first use. Loading takes 0.1 s of CPU time. */
export function loadSharp(): Promise<SharpModule> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // The cache identifies files by path, but a path may get a different file.
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}

export type PictureErrorCode = 'picture_unreadable' | 'picture_too_large' | 'picture_too_small';

/** Error for a rejected image. The message states the reason in one line. */
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
  /** Maximum length of the longest side in pixels; larger images are reduced. Default: no limit. */
  readonly longestSide?: number;
  /** Background of transparent pixels, 0 to 255. Default: white. */
  readonly background?: { readonly r: number; readonly g: number; readonly b: number };
}

/** sharp supports more formats (SVG and other drawing formats), which are programs instead of photographs. */
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif'];
const FORMAT_NAMES = 'JPEG, PNG, WebP, GIF, TIFF or AVIF';
/** 150 MB after decoding, and the same again during conversion. */
const MAX_PIXELS = 50_000_000;
const MIN_SIDE = 2;
const WHITE = { r: 255, g: 255, b: 255 };

/**
 * Reads an image file or its bytes as a frame: rotated by EXIF, converted to sRGB by its profile, with alpha
 * composed over the background. Reads the first image of an animation. An odd side loses its last row or
 * column. Rejects with a PictureError.
 */
export async function readImage(
  source: string | Uint8Array,
  options: ReadPictureOptions = {},
): Promise<Frame> {
  const { rgb, width, height } = await readRgbPicture(source, options);
  return rgbToFrame(rgb, width, height);
}

/** An image with full chroma resolution, [height x width x 3] in sRGB. Width and height are even. */
export interface RgbPicture {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Reads an image like `readPicture`, with full chroma resolution. */
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

/** Checks format and size before decoding pixels. Rejects with a PictureError. */
async function assertPhotograph(source: string | Uint8Array): Promise<void> {
  const { width, height, format } = await decode(source, (image) => image.metadata());
  if (!FORMATS.includes(format))
    throw new ImageError('picture_unreadable', `Expected ${FORMAT_NAMES}, received ${format}`);
  checkSize(width, height);
}

export async function decode<T>(source: string | Uint8Array, use: (image: Sharp) => Promise<T>): Promise<T> {
  const sharp = await loadSharp();
  try {
    // The size is checked here, with its own error code. 'error' accepts images with minor format violations.
    return await use(sharp(source, { limitInputPixels: false, failOn: 'error' }));
  } catch (cause) {
    const reason = (cause as Error).message.split('\n', 1)[0]!;
    // The caller knows the path of the file, and responses must not reveal it.
    const without = typeof source === 'string' ? reason.replaceAll(source, 'the file') : reason;
    throw new ImageError(
      'picture_unreadable',
      `Expected ${FORMAT_NAMES}, received a file that cannot be decoded: ${without}`,
      { cause },
    );
  }
}

export function checkSize(width: number, height: number): void {
  if (width < MIN_SIDE || height < MIN_SIDE)
    throw new ImageError(
      'picture_too_small',
      `Expected an image of at least ${MIN_SIDE} x ${MIN_SIDE} pixels, received ${width} x ${height}`,
    );
  if (width * height > MAX_PIXELS)
    throw new ImageError(
      'picture_too_large',
      `Expected an image of at most ${MAX_PIXELS / 1e6} million pixels, received ${width} x ${height}`,
    );
}

/** Removes the last column or row of an odd side. Pixels have `channels` bytes. */
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

/** Reads an image as RGB [height x width x 3], upright and cropped. Rejects with a PictureError. */
export async function readCoverPicture(path: string, width: number, height: number): Promise<Uint8Array> {
  await assertPhotograph(path);
  return decode(path, (image) =>
    image
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(width, height, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer(),
  );
}

/** JPEG quality, 1 to 100. Thumbnails are displayed in a small size. */
const QUALITY = 85;

/**
 * Returns the displayed size of an image of any format, after rotation by EXIF. Decodes all of it, a few rows
 * at a time, so that truncated files are rejected. Rejects with a PictureError as `readPicture` does.
 */
export async function measurePicture(path: string): Promise<{ width: number; height: number }> {
  const { width, height, autoOrient } = await decode(path, (image) => image.metadata());
  checkSize(width, height);
  await decode(path, (image) => image.resize(1, 1, { fit: 'fill' }).raw().toBuffer());
  return { width: autoOrient.width, height: autoOrient.height };
}

/** Writes an upright JPEG thumbnail that fits into a square of `side` pixels, atomically. */
export async function writeThumbnail(path: string, outputPath: string, side: number): Promise<void> {
  const { width, height } = await decode(path, (image) => image.metadata());
  checkSize(width, height);
  const jpeg = await decode(path, (image) =>
    image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer(),
  );
  const draft = `${outputPath}.${crypto.randomUUID()}`;
  try {
    await writeFile(draft, jpeg);
    await rename(draft, outputPath);
  } finally {
    await rm(draft, { force: true });
  }
}
