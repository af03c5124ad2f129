import { describe, expect, it } from 'vitest';
import { createMelStream, MEL_BANDS } from './mel.js';
import { melWindows, WINDOW_COLUMNS } from './mel-windows.js';

const SOUND = Float32Array.from(
  { length: 24_000 },
  (_, n) => 0.2 * Math.sin(n * 0.05 + Math.sin(n * 0.0007) * 40) + 0.02 * Math.sin(n * n * 0.3),
);

function* piecesOf(sound: Float32Array, size: number): Generator<Float32Array> {
  for (let at = 0; at < sound.length; at += size) yield sound.subarray(at, at + size);
}

async function windowsOf(
  sound: Iterable<Float32Array>,
  fps: number,
  frames: number,
): Promise<Float32Array[]> {
  const windows: Float32Array[] = [];
  for await (const window of melWindows(sound, { fps, frames })) windows.push(window);
  return windows;
}

/** Whole columns, [n x 80]. */
function columnsOf(sound: Float32Array): Float32Array {
  const stream = createMelStream();
  return Float32Array.from([...stream.push(sound), ...stream.flush()]);
}

function expectColumns(window: Float32Array, columns: Float32Array, first: number): void {
  for (let band = 0; band < MEL_BANDS; band++)
    for (let column = 0; column < WINDOW_COLUMNS; column++)
      if (window[band * WINDOW_COLUMNS + column] !== columns[(first + column) * MEL_BANDS + band])
        expect.fail(`band ${band} of column ${first + column} differs`);
}

describe('melWindows', () => {
  it.each([10, 24, 25, 29.97, 30, 60])(
    'cuts where a frame begins at %d fps, and the last ones from the end',
    async (fps) => {
      const columns = columnsOf(SOUND);
      const last = columns.length / MEL_BANDS - WINDOW_COLUMNS;
      const windows = await windowsOf(piecesOf(SOUND, 700), fps, 200);
      expect(windows).toHaveLength(200);
      for (const [i, window] of windows.entries())
        expectColumns(window, columns, Math.min(last, Math.floor((i * 80) / fps)));
    },
  );

  it('follows a sound that is shorter than a window with silence', async () => {
    const sound = SOUND.subarray(0, 1_000);
    const columns = columnsOf(sound);
    const padded = new Float32Array(WINDOW_COLUMNS * MEL_BANDS).fill(-4);
    padded.set(columns);
    const windows = await windowsOf([sound], 25, 3);
    for (const window of windows) expectColumns(window, padded, 0);
    expect((await windowsOf([], 25, 1))[0]).toEqual(new Float32Array(1_280).fill(-4));
  });

  it('reads no further than the next frame needs, and closes the sound', async () => {
    let read = 0;
    let closed = false;
    function* endless(): Generator<Float32Array> {
      try {
        for (;;) {
          read++;
          yield SOUND.subarray(0, 200);
        }
      } finally {
        closed = true;
      }
    }
    await windowsOf(endless(), 25, 100);
    // The last window ends .2 s after the start of frame 99, and its last column needs half a window more.
    expect(read).toBeLessThanOrEqual(Math.ceil((99 / 25 + 0.2) * 80) + 4);
    expect(closed).toBe(true);
  });

  it('gives the same window at the end of long audio as at its start', async () => {
    const second = SOUND.subarray(0, 16_000);
    const columns = columnsOf(Float32Array.from([...second, ...second, ...second]));
    function* seconds(count: number): Generator<Float32Array> {
      for (let s = 0; s < count; s++) yield second;
    }
    let frame = 0;
    for await (const window of melWindows(seconds(120), { fps: 25, frames: 120 * 25 })) {
      if (frame >= 25 && frame < 118 * 25)
        expectColumns(window, columns, 80 + Math.floor(((frame % 25) * 80) / 25));
      frame++;
    }
    expect(frame).toBe(3_000);
  });
});
