import { createFrame, type Frame } from '@anima/face';
import { describe, expect, it } from 'vitest';
import { createCaptionOverlay } from './caption-overlay.js';
import { missingLetters } from './missing-letters.js';

const still = new AbortController().signal;

function grey(width: number, height: number): Frame {
  const frame = createFrame(width, height);
  frame.bytes.fill(128);
  return frame;
}

/** The rectangle of luma that is no longer grey. */
function drawnIn({
  width,
  height,
  bytes,
}: Frame): { left: number; right: number; top: number; bottom: number } | null {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (bytes[row * width + column] === 128) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = Math.max(bottom, row);
    }
  }
  return right < 0 ? null : { left, right, top, bottom };
}

const LONG = 'A caption of eighty-four characters, which is as long as they ever become, on 2 lines';

describe('captions in the picture', () => {
  // Letters never become smaller than ten pixels: two lines of them are half of a small picture.
  it.each([
    [512, 512, 0.7],
    [1280, 720, 0.7],
    [288, 512, 0.7],
    [96, 64, 0.5],
    [16, 16, 0],
  ])('%i x %i: stay within its edges, at its bottom', async (width, height, from) => {
    for (const text of ['Yes.', LONG, 'x'.repeat(200)]) {
      const frame = grey(width, height);
      await createCaptionOverlay([{ start: 0, end: 8, text }]).draw(frame, 0);
      const drawn = drawnIn(frame)!;
      expect(drawn.top).toBeGreaterThan(height * from);
      expect(drawn.left).toBeGreaterThan(width * 0.04);
      expect(drawn.right).toBeLessThan(width * 0.96);
      expect(drawn.bottom).toBeLessThan(height * 0.95);
      expect(Math.abs(drawn.left + drawn.right - width)).toBeLessThan(12);
    }
  });

  it('are white with a dark rim, without colour', async () => {
    const frame = grey(512, 512);
    frame.bytes.fill(90, 512 * 512);
    await createCaptionOverlay([{ start: 0, end: 8, text: LONG }]).draw(frame, 0);
    const luma = frame.bytes.subarray(0, 512 * 512);
    expect(luma.filter((value) => value > 230).length).toBeGreaterThan(1_000);
    expect(luma.filter((value) => value < 25).length).toBeGreaterThan(1_000);
    expect(luma.filter((value) => value < 16 || value > 235)).toHaveLength(0);
    expect(frame.bytes.subarray(512 * 512).filter((value) => value === 128).length).toBeGreaterThan(500);
  });

  it('are split in a narrow image, each part for its share of the time', async () => {
    const overlay = createCaptionOverlay([{ start: 1, end: 9, text: LONG }]);
    const pictures: string[] = [];
    for (const seconds of [0.5, 1, 3, 6, 8.9, 9]) {
      const frame = grey(288, 512);
      await overlay.draw(frame, seconds);
      pictures.push(Buffer.from(frame.bytes).toString('base64'));
    }
    expect(pictures[0]).toBe(pictures[5]);
    expect(new Set(pictures.slice(0, 5)).size).toBeGreaterThanOrEqual(3);
  });

  it('draw any text as text', async () => {
    const texts = [
      '<b>a</b>',
      '&amp; &',
      '<span',
      '\u0000\u0007\ud800',
      '\u200b',
      '\ufe0f',
      '{\\b1}%{pts}',
      "';drop",
    ];
    for (const text of texts) {
      const frame = grey(256, 256);
      await createCaptionOverlay([{ start: 0, end: 1, text }]).draw(frame, 0);
    }
    const width = async (text: string) => {
      const frame = grey(512, 256);
      await createCaptionOverlay([{ start: 0, end: 1, text }]).draw(frame, 0);
      const { left, right } = drawnIn(frame)!;
      return right - left;
    };
    expect(await width('<b>aa</b>')).toBeGreaterThan(2 * (await width('aa')));
  });

  it('lists the letters that no font has', async () => {
    expect(await missingLetters('Größe, зебра, “quotes” – ſ ½ € … λόγος', still)).toEqual([]);
    // Linear A: only special fonts have it. The test needs letters that the shipped font lacks.
    expect(await missingLetters('a \u{10600}\u{10601} ق', still)).toEqual(['\u{10600}', '\u{10601}']);
  });
});
