import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureFace } from './face-frame.js';
import { LANDMARKS, type TrackedFace } from './face-track.js';
import { seededRandom } from './testing/portraits.js';
import { openTrack } from './track-file.js';
import { RECORD_BYTES, TrackFileError, type TrackInfo } from './track-record.js';
import { createTrackWriter, extendTrack } from './track-writer.js';

const INFO: TrackInfo = { width: 1920, height: 1080, fps: 30000 / 1001, source: 'ab'.repeat(32) };

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'anima-track-'));
});
afterAll(() => rm(dir, { recursive: true }));

let files = 0;
const newPath = (): string => join(dir, `${files++}.track`);

/** Points of a face about `width` pixels wide. */
function anyFace(seed: number, width = 300): TrackedFace {
  const random = seededRandom(seed);
  const points = Float32Array.from(
    { length: 3 * LANDMARKS },
    (_, i) => [900, 500, 0][i % 3]! + width * (random() - 0.5),
  );
  return { points, presence: 0.5 + random() / 2 };
}

/** Every seventh frame has no face, before every tenth but the first is a cut. */
const faceIn = (frame: number): TrackedFace | null => (frame % 7 === 6 ? null : anyFace(frame));
const isCut = (frame: number): boolean => frame % 10 === 0 && frame > 0;

function write(path: string, frames: number, end: 'complete' | 'close' = 'complete'): void {
  const writer = createTrackWriter(path, INFO);
  for (let frame = 0; frame < frames; frame++) writer.append(faceIn(frame), isCut(frame));
  expect(writer.frames).toBe(frames);
  writer[end]();
}

function expectFrames(path: string, frames: number): void {
  const track = openTrack(path);
  expect(track.frames).toBe(frames);
  expect(track.cuts).toEqual(Array.from({ length: frames }, (_, i) => i).filter(isCut));
  // Backwards too: a clip runs forward and back.
  for (const frame of [...Array(frames).keys()].reverse()) {
    const expected = faceIn(frame);
    const read = track.at(frame);
    expect(read === null).toBe(expected === null);
    if (read === null || expected === null) continue;
    expect(read.presence).toBeCloseTo(expected.presence, 6);
    for (let i = 0; i < 3 * LANDMARKS; i++)
      if (!(Math.abs(read.points[i]! - expected.points[i]!) <= 1 / 64 + 1e-4))
        expect(read.points[i], `value ${i} of frame ${frame}`).toBeCloseTo(expected.points[i]!, 1);
  }
  track.close();
}

const codeOf = (use: () => unknown): string => {
  try {
    use();
    return 'no error';
  } catch (error) {
    return error instanceof TrackFileError ? error.code : `thrown: ${error}`;
  }
};

describe('a face track on disk', () => {
  it('gives back what was written to a 64th of a pixel, in less than 3 kB a frame', async () => {
    const path = newPath();
    write(path, 50);
    expectFrames(path, 50);
    expect((await stat(path)).size).toBeLessThan(50 * 3000);
    const track = openTrack(path);
    expect(track).toMatchObject({ ...INFO, frames: 50, complete: true });
    track.close();
  });

  it('knows the measures of each frame without its points', () => {
    const path = newPath();
    write(path, 20);
    const track = openTrack(path);
    for (let frame = 0; frame < 20; frame++) {
      const face = faceIn(frame);
      const measures = track.measuresAt(frame);
      if (face === null) expect(measures).toBeNull();
      else
        for (const [name, value] of Object.entries(measureFace(face.points)))
          expect(measures![name as keyof typeof measures]).toBeCloseTo(value, 4);
    }
    track.close();
  });

  it('keeps a face that is larger than its finest steps reach', () => {
    const path = newPath();
    const writer = createTrackWriter(path, INFO);
    const face = anyFace(1, 5000);
    writer.append(face, false);
    writer.complete();
    const track = openTrack(path);
    const read = track.at(0)!;
    for (let i = 0; i < 3 * LANDMARKS; i++)
      expect(Math.abs(read.points[i]! - face.points[i]!)).toBeLessThanOrEqual(4 / 64 + 1e-3);
    track.close();
  });

  it('can be empty', () => {
    const path = newPath();
    write(path, 0);
    expectFrames(path, 0);
  });

  it('refuses frames it does not have', () => {
    const path = newPath();
    write(path, 3);
    const track = openTrack(path);
    for (const frame of [-1, 3, Number.NaN]) {
      expect(() => track.at(frame)).toThrow(`Expected a frame from 0 to 2, received ${frame}`);
      expect(() => track.measuresAt(frame)).toThrow(RangeError);
    }
    track.close();
  });
});

describe('a track that is not complete', () => {
  it('is readable as far as it was written, and goes on from there', () => {
    const path = newPath();
    write(path, 21, 'close');
    const track = openTrack(path);
    expect(track.complete).toBe(false);
    track.close();
    expectFrames(path, 21);
    const writer = extendTrack(path);
    for (let frame = writer.frames; frame < 40; frame++) writer.append(faceIn(frame), isCut(frame));
    writer.complete();
    expectFrames(path, 40);
    const extended = openTrack(path);
    expect(extended).toMatchObject({ ...INFO, complete: true });
    extended.close();
  });

  it('loses 16 frames at most when the process dies', () => {
    const path = newPath();
    const writer = createTrackWriter(path, INFO);
    for (let frame = 0; frame < 40; frame++) writer.append(faceIn(frame), isCut(frame));
    const track = openTrack(path);
    expect(track.frames).toBeGreaterThan(40 - 16);
    track.close();
    writer.close();
  });

  it.each([1, RECORD_BYTES - 1, RECORD_BYTES, 3 * RECORD_BYTES + 100])(
    'cut off by %d bytes keeps its whole frames, and goes on from there',
    async (bytes) => {
      const path = newPath();
      write(path, 20, 'close');
      await truncate(path, (await stat(path)).size - bytes);
      expectFrames(path, 20 - Math.ceil(bytes / RECORD_BYTES));
      const writer = extendTrack(path);
      for (let frame = writer.frames; frame < 25; frame++) writer.append(faceIn(frame), isCut(frame));
      writer.complete();
      expectFrames(path, 25);
    },
  );

  it('ends before blocks that a crash left empty', async () => {
    const path = newPath();
    write(path, 10, 'close');
    await truncate(path, (await stat(path)).size + 5 * RECORD_BYTES);
    expectFrames(path, 10);
  });
});

describe('a file that is not as it was', () => {
  it('is damaged when a complete track lacks frames', async () => {
    const path = newPath();
    write(path, 12);
    await truncate(path, (await stat(path)).size - 1);
    expect(codeOf(() => openTrack(path))).toBe('track_damaged');
  });

  it('is damaged where bytes have changed, and only there', async () => {
    const path = newPath();
    write(path, 12);
    const file = await open(path, 'r+');
    await file.write(Buffer.from('x'), 0, 1, 64 + 5 * RECORD_BYTES + 1000);
    await file.close();
    const track = openTrack(path);
    expect(track.at(4)).not.toBeNull();
    expect(codeOf(() => track.at(5))).toBe('track_damaged');
    track.close();
  });

  it('is unreadable when it is no track, or of another version', async () => {
    const path = newPath();
    await writeFile(path, 'a letter');
    expect(codeOf(() => openTrack(path))).toBe('track_unreadable');
    await writeFile(path, Buffer.alloc(500));
    expect(codeOf(() => extendTrack(path))).toBe('track_unreadable');
    write(path, 1);
    const bytes = await readFile(path);
    bytes[4] = 99;
    await writeFile(path, bytes);
    expect(() => openTrack(path)).toThrow(`Expected a face track of version 1 in ${path}, received 99`);
  });

  it('names its source by a hash', () => {
    expect(() => createTrackWriter(newPath(), { ...INFO, source: 'clip.mp4' })).toThrow(
      'Expected 64 hexadecimal digits for the source of a track, received clip.mp4',
    );
  });
});
