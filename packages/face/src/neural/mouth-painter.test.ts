import { describe, expect, it } from 'vitest';
import { createFrame, type Frame, planesOf } from '../image/frame.js';
import { boxOfFace, type FaceBox } from './face-box.js';
import { fillLowerFaceMask, matchColour, paintMouths, type SpeakingFrame } from './mouth-painter.js';
import { drawnFace } from './testing/drawn-face.js';
import { createNetworkFiles } from './testing/network-files.js';
import {
  paintedByTestNetwork,
  type Wav2LipTestOptions,
  wav2LipTestNetwork,
} from './testing/test-networks.js';
import { openWav2Lip, type Wav2Lip } from './wav2lip.js';

const files = createNetworkFiles();
const open = (options: Wav2LipTestOptions): Promise<Wav2Lip> =>
  files.opened(openWav2Lip(files.write('wav2lip.onnx', wav2LipTestNetwork(options)), 1));

const WIDTH = 150;
const HEIGHT = 150;
const PLANE = 96 * 96;
const U = 116;
const V = 140;

/**
 * Luma rises by one step for each pixel, to the right or downwards, so that interpolated values are known.
 */
function slopingFrame(shift: number): Frame {
  const frame = createFrame(WIDTH, HEIGHT);
  const { y, u, v } = planesOf(frame);
  for (let row = 0; row < HEIGHT; row++)
    for (let column = 0; column < WIDTH; column++)
      y[row * WIDTH + column] = lumaAt(column + 0.5, row + 0.5, shift);
  u.fill(U);
  v.fill(V);
  return frame;
}

function lumaAt(x: number, y: number, shift: number): number {
  return 59.5 + shift + (shift % 2 === 0 ? x : y);
}

/** BT.709, limited range, R, G, B in 0 to 1. */
function toRgb(y: number, u: number, v: number): [number, number, number] {
  const luma = (y - 16) / 219;
  const b = luma + (1.8556 * (u - 128)) / 224;
  const r = luma + (1.5748 * (v - 128)) / 224;
  return [r, (luma - 0.2126 * r - 0.0722 * b) / 0.7152, b];
}

function speaking(shift: number): SpeakingFrame {
  const frame = slopingFrame(shift);
  const points = drawnFace({ x: 75 + shift, y: 80 - shift / 2, height: 110 });
  const mel = Float32Array.from({ length: 1_280 }, (_, i) => 4 * Math.sin(i * i * 0.37 + shift));
  return { frame, points, box: boxOfFace(points, frame)!, mel };
}

/** Crop, network, colour and paste as the formulas have them: Y of every pixel, then U and V of every four, before rounding. */
function expectedPlanes(
  { points, box, mel }: SpeakingFrame,
  shift: number,
): { y: number[]; u: number[]; v: number[] } {
  const face = new Float32Array(3 * PLANE);
  for (let i = 0; i < PLANE; i++) {
    const x = box.x + (((i % 96) + 0.5) * box.width) / 96;
    const y = box.y + ((Math.floor(i / 96) + 0.5) * box.height) / 96;
    for (const [channel, value] of toRgb(lumaAt(x, y, shift), U, V).entries())
      face[channel * PLANE + i] = value;
  }
  const painted = paintedByTestNetwork(mel, face);
  const mask = new Float32Array(PLANE);
  fillLowerFaceMask(points, box, mask);
  const seam = mask.map((share) => share * (1 - share));
  const sum = (values: Float32Array): number => values.reduce((total, value) => total + value, 0);
  for (let channel = 0; channel < 3; channel++) {
    const own = face.slice(channel * PLANE, (channel + 1) * PLANE);
    const shown = painted.subarray(channel * PLANE, (channel + 1) * PLANE);
    const off = sum(seam.map((weight, i) => weight * (own[i]! - shown[i]!))) / sum(seam);
    shown.set(shown.map((value) => Math.max(0, Math.min(1, value + off))));
  }
  const blend = (before: number, x: number, y: number, of: (rgb: number[]) => number): number => {
    const share = Math.max(0, Math.min(1, keys(mask, box, x, y)));
    const rgb = [0, 1, 2].map((channel) =>
      keys(painted.subarray(channel * PLANE, (channel + 1) * PLANE), box, x, y),
    );
    return before + share * (of(rgb) - before);
  };
  const luma = ([r, g, b]: number[]): number => 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  const y = Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
    const [x, row] = [(i % WIDTH) + 0.5, Math.floor(i / WIDTH) + 0.5];
    return blend(lumaAt(x, row, shift), x, row, (rgb) => 16 + 219 * luma(rgb));
  });
  const chroma = (before: number, of: (rgb: number[]) => number): number[] =>
    Array.from({ length: (WIDTH * HEIGHT) / 4 }, (_, i) =>
      blend(before, 2 * (i % (WIDTH / 2)) + 1, 2 * Math.floor(i / (WIDTH / 2)) + 1, of),
    );
  return {
    y,
    u: chroma(U, (rgb) => 128 + (224 * (rgb[2]! - luma(rgb))) / 1.8556),
    v: chroma(V, (rgb) => 128 + (224 * (rgb[0]! - luma(rgb))) / 1.5748),
  };
}

/** Keys's cubic at a place of the frame, by its kernel; 0 outside the box. */
function keys(plane: Float32Array, box: FaceBox, x: number, y: number): number {
  const px = ((x - box.x) * 96) / box.width - 0.5;
  const py = ((y - box.y) * 96) / box.height - 0.5;
  if (px < -2 || py < -2 || px > 97 || py > 97) return 0;
  const kernel = (distance: number): number => {
    const d = Math.abs(distance);
    if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1;
    return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0;
  };
  const held = (at: number): number => Math.max(0, Math.min(95, at));
  let sum = 0;
  for (let row = Math.floor(py) - 1; row <= Math.floor(py) + 2; row++)
    for (let column = Math.floor(px) - 1; column <= Math.floor(px) + 2; column++)
      sum += kernel(py - row) * kernel(px - column) * plane[held(row) * 96 + held(column)]!;
  return sum;
}

function expectRounded(received: Uint8Array, expected: readonly number[]): void {
  const largest = expected.reduce((most, value, i) => Math.max(most, Math.abs(value - received[i]!)), 0);
  expect(largest).toBeLessThan(0.6);
}

describe('paintMouths', () => {
  it.each([
    { names: 'source, target', batch: 'dynamic' },
    { names: 'source, target', batch: 1 },
    { names: 'mel_spectrogram, video_frames', batch: 2 },
  ] as const)(
    'gives every pixel that crop, network and paste add up to: $names, batch $batch',
    async (options) => {
      const wav2lip = await open(options);
      const shifts = [0, 7, 12];
      const frames = shifts.map(speaking);
      await paintMouths(wav2lip, frames);
      for (const [i, shift] of shifts.entries()) {
        const expected = expectedPlanes(frames[i]!, shift);
        const { y, u, v } = planesOf(frames[i]!.frame);
        expectRounded(y, expected.y);
        expectRounded(u, expected.u);
        expectRounded(v, expected.v);
      }
    },
  );

  it('changes the lower face and not one bit of anything else', async () => {
    const wav2lip = await open({ names: 'source, target', batch: 'dynamic' });
    const one = speaking(5);
    await paintMouths(wav2lip, [one]);
    const before = slopingFrame(5);
    const { box, frame } = one;
    let changed = 0;
    for (let row = 0; row < HEIGHT; row++)
      for (let column = 0; column < WIDTH; column++) {
        const at = row * WIDTH + column;
        if (frame.bytes[at] === before.bytes[at]) continue;
        changed++;
        expect(row).toBeGreaterThanOrEqual(Math.floor(box.y + box.height / 2) - 1);
        expect(row).toBeLessThanOrEqual(box.y + box.height);
        expect(column).toBeGreaterThan(box.x);
        expect(column).toBeLessThan(box.x + box.width);
      }
    expect(changed).toBeGreaterThan(1_000);
  });

  it('paints different mouths for different audio', async () => {
    const wav2lip = await open({ names: 'source, target', batch: 'dynamic' });
    const [one, other] = [speaking(5), { ...speaking(5), mel: new Float32Array(1_280).fill(-4) }];
    await paintMouths(wav2lip, [one, other]);
    expect(Buffer.compare(one.frame.bytes, other.frame.bytes)).not.toBe(0);
  });
});

describe('matchColour', () => {
  it('takes away a cast that the network has given the face', () => {
    const face = Float32Array.from({ length: 3 * PLANE }, (_, i) => 0.5 + 0.2 * Math.sin(i * 0.01));
    const cast = [0.1, -0.05, 0.07];
    const painted = face.map((value, i) => value + cast[Math.floor(i / PLANE)]!);
    const { points, box } = speaking(0);
    const mask = new Float32Array(PLANE);
    fillLowerFaceMask(points, box, mask);
    matchColour(painted, face, mask);
    expect(painted.every((value, i) => Math.abs(value - face[i]!) < 1e-5)).toBe(true);
  });
});
