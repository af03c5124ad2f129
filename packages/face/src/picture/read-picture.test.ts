import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Frame } from './frame.js';
import { ImageError, readImage } from './read-picture.js';
import { frameRegionToRgb } from './rgb-frame.js';

/** Left half red, right half blue; top row of blocks darker. */
const [WIDTH, HEIGHT] = [48, 32];
const rgb = Uint8Array.from({ length: 3 * WIDTH * HEIGHT }, (_, i) => {
  const column = Math.floor(i / 3) % WIDTH;
  const strength = i / 3 / WIDTH < HEIGHT / 2 ? 100 : 200;
  return i % 3 === 1 ? 40 : (i % 3 === 0) === column < WIDTH / 2 ? strength : 30;
});
const picture = (): Sharp => sharp(rgb, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

function colourAt(frame: Frame, x: number, y: number): number[] {
  return [...frameRegionToRgb(frame, { x, y, width: 1, height: 1 })];
}

function expectColour(frame: Frame, x: number, y: number, expected: readonly number[], within = 4): void {
  for (const [i, value] of colourAt(frame, x, y).entries())
    expect(Math.abs(value - expected[i]!), `${colourAt(frame, x, y)} at ${x}, ${y}`).toBeLessThanOrEqual(
      within,
    );
}

const codeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'was read',
    (error) => (error instanceof ImageError ? error.code : `thrown: ${error}`),
  );

describe('readPicture', () => {
  it.each([
    ['png', picture().png()],
    ['jpeg 4:4:4', picture().jpeg({ quality: 98, chromaSubsampling: '4:4:4' })],
    ['webp', picture().webp({ lossless: true })],
    ['tiff', picture().tiff()],
    ['avif', picture().avif({ lossless: true })],
    ['palette', picture().png({ palette: true })],
    ['16 bits', picture().toColourspace('rgb16').png()],
    ['interlaced', picture().png({ progressive: true })],
  ])('reads %s', async (_, encoded) => {
    const frame = await readImage(await encoded.toBuffer());
    expect([frame.width, frame.height]).toEqual([WIDTH, HEIGHT]);
    expectColour(frame, 8, 4, [100, 40, 30]);
    expectColour(frame, 40, 28, [30, 40, 200]);
  });

  it('reads CMYK about as printers mean it', async () => {
    const frame = await readImage(await picture().toColourspace('cmyk').jpeg({ quality: 98 }).toBuffer());
    const [red, , blue] = colourAt(frame, 8, 28);
    expect(red! - blue!).toBeGreaterThan(90);
  });

  it.each(['png', 'webp', 'jpeg', 'gif', 'tiff'] as const)(
    'reads anew what lies at a path, as %s',
    async (format) => {
      const dir = await mkdtemp(join(tmpdir(), 'anima-picture-'));
      const path = join(dir, 'picture');
      const greyness = async (value: number) => {
        const grey = Buffer.alloc(3 * 600 * 600, value);
        await sharp(grey, { raw: { width: 600, height: 600, channels: 3 } })
          .toFormat(format)
          .toFile(join(dir, 'other'));
        await rename(join(dir, 'other'), path);
        return colourAt(await readImage(path), 0, 0)[0];
      };
      expect([await greyness(10), await greyness(200)].map((value) => Math.round(value! / 10))).toEqual([
        1, 20,
      ]);
      await rm(dir, { recursive: true });
    },
  );

  it('reads grey', async () => {
    const grey = await picture().toColourspace('b-w').png().toBuffer();
    expect((await sharp(grey).metadata()).channels).toBe(1);
    const [red, green, blue] = colourAt(await readImage(grey), 8, 28);
    expect(Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!)).toBeLessThanOrEqual(1);
  });

  it('converts by the profile', async () => {
    const wide = await picture().withIccProfile('p3').png().toBuffer();
    const stored = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
    expect(Math.abs(stored[3 * (28 * WIDTH + 8)]! - 200)).toBeGreaterThan(8);
    expectColour(await readImage(wide), 8, 28, [200, 40, 30], 6);
  });

  it.each([
    [3, WIDTH, HEIGHT, [8, 4], [30, 40, 200]],
    [6, HEIGHT, WIDTH, [28, 8], [100, 40, 30]],
    [8, HEIGHT, WIDTH, [4, 8], [30, 40, 100]],
  ])('turns by EXIF orientation %d', async (orientation, width, height, [x, y], expected) => {
    const frame = await readImage(await picture().withMetadata({ orientation }).png().toBuffer());
    expect([frame.width, frame.height]).toEqual([width, height]);
    expectColour(frame, x!, y!, expected);
  });

  it('lays alpha over the background', async () => {
    const clear = await picture().ensureAlpha(0.5).png().toBuffer();
    expectColour(await readImage(clear), 8, 28, [228, 148, 143]);
    expectColour(await readImage(clear, { background: { r: 0, g: 255, b: 0 } }), 8, 28, [100, 148, 15]);
  });

  it('takes the first picture of an animation', async () => {
    const frames = Buffer.concat([rgb, Buffer.alloc(rgb.length, 255)]);
    const animated = sharp(frames, {
      raw: { width: WIDTH, height: 2 * HEIGHT, channels: 3, pageHeight: HEIGHT },
    });
    const frame = await readImage(await animated.gif().toBuffer());
    expect([frame.width, frame.height]).toEqual([WIDTH, HEIGHT]);
    expectColour(frame, 8, 28, [200, 40, 30], 12);
  });

  it.each([
    [WIDTH - 1, HEIGHT],
    [WIDTH, HEIGHT - 1],
    [WIDTH - 1, HEIGHT - 1],
  ])('makes %d x %d even by one row or column at most', async (width, height) => {
    const odd = picture().extract({ left: 0, top: 0, width, height });
    const frame = await readImage(await odd.png().toBuffer());
    expect([frame.width, frame.height]).toEqual([width & ~1, height & ~1]);
    expectColour(frame, 0, 0, [100, 40, 30]);
    expectColour(frame, frame.width - 2, frame.height - 2, [30, 40, 200]);
  });

  it('shrinks to the longest side, and never enlarges', async () => {
    const png = await picture().png().toBuffer();
    const small = await readImage(png, { longestSide: 24 });
    expect([small.width, small.height]).toEqual([24, 16]);
    expectColour(small, 4, 14, [200, 40, 30]);
    expect((await readImage(png, { longestSide: 2048 })).width).toBe(WIDTH);
  });

  it('refuses what is no picture, broken, too large or too small', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const png = await picture().png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const plain = (width: number, height: number): Promise<Buffer> =>
      sharp({ create: { width, height, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
    expect(await codeOf(readImage(Buffer.from('a letter')))).toBe('picture_unreadable');
    expect(await codeOf(readImage(new Uint8Array(0)))).toBe('picture_unreadable');
    expect(await codeOf(readImage('/nowhere/portrait.png'))).toBe('picture_unreadable');
    expect(await codeOf(readImage(svg))).toBe('picture_unreadable');
    expect(await codeOf(readImage(jpeg.subarray(0, jpeg.length / 2)))).toBe('picture_unreadable');
    expect(await codeOf(readImage(png.subarray(0, png.length - 40)))).toBe('picture_unreadable');
    expect(await codeOf(readImage(await plain(1, 1)))).toBe('picture_too_small');
    expect(await codeOf(readImage(await plain(7100, 7100)))).toBe('picture_too_large');
    await expect(readImage(svg)).rejects.toThrow('Expected JPEG, PNG, WebP, GIF, TIFF or AVIF, received svg');
    await expect(readImage(await plain(1, 9))).rejects.toThrow(
      'Expected a picture of at least 2 x 2 pixels, received 1 x 9',
    );
  });

  it('goes by the bytes, not by the name of a file', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'anima-picture-'));
    try {
      const path = join(dir, 'portrait.mp4');
      await writeFile(path, await picture().png().toBuffer());
      expect((await readImage(path)).width).toBe(WIDTH);
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
