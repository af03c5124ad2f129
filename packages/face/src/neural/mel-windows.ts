import { createMelStream, MEL_BANDS, MEL_HOP, MEL_SAMPLE_RATE, MEL_SILENCE } from './mel.js';

/** Columns of a window: 0.2 s of audio. */
export const WINDOW_COLUMNS = 16;
export const WINDOW_VALUES = MEL_BANDS * WINDOW_COLUMNS;
const COLUMNS_PER_SECOND = MEL_SAMPLE_RATE / MEL_HOP;

export interface MelWindowOptions {
  readonly fps: number;
  readonly frames: number;
}

/**
 * Returns the mel window of each frame of a clip, as Wav2Lip's inference.py does: [80 x 16], with the band
 * first, from column floor(frame * 80 / fps) on. Frames near and after the end of the audio get its last
 * window. Audio with fewer than 16 columns is padded with silence. `sound` is mono at MEL_SAMPLE_RATE in
 * pieces of any length. It is read as needed and closed after the last frame, in constant memory.
 */
export async function* melWindows(
  sound: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  { fps, frames }: MelWindowOptions,
): AsyncGenerator<Float32Array, void, void> {
  const columns = createColumns(sound);
  try {
    for (let frame = 0; frame < frames; frame++)
      yield await columns.window(Math.floor((frame * COLUMNS_PER_SECOND) / fps));
  } finally {
    await columns.close();
  }
}

/** Holds the columns of audio that the next window may need. */
function createColumns(sound: AsyncIterable<Float32Array> | Iterable<Float32Array>) {
  const pieces = readPieces(sound);
  const stream = createMelStream();
  let held: Float32Array = new Float32Array(0);
  let first = 0;
  let ended = false;

  const more = async (): Promise<void> => {
    const { value, done } = await pieces.next();
    ended = done === true;
    const columns = value === undefined ? stream.flush() : stream.push(value);
    const joined = new Float32Array(held.length + columns.length);
    joined.set(held);
    joined.set(columns, held.length);
    held = joined;
  };
  /** Removes columns before `column`, except for the last window. */
  const forget = (column: number): void => {
    const count = Math.min(column - first, held.length / MEL_BANDS - WINDOW_COLUMNS);
    if (count <= 0) return;
    held = held.slice(count * MEL_BANDS);
    first += count;
  };

  return {
    window: async (column: number): Promise<Float32Array> => {
      while (!ended && first + held.length / MEL_BANDS < column + WINDOW_COLUMNS) {
        await more();
        forget(column);
      }
      forget(column);
      const last = Math.max(0, held.length / MEL_BANDS - WINDOW_COLUMNS);
      return bandFirst(held, Math.min(column - first, last));
    },
    close: async (): Promise<void> => {
      await pieces.return(undefined);
    },
  };
}

async function* readPieces(
  sound: AsyncIterable<Float32Array> | Iterable<Float32Array>,
): AsyncGenerator<Float32Array, undefined, void> {
  yield* sound;
}

/** Returns 16 columns of `columns` [n x 80] from `first` on, transposed and padded with silence. */
function bandFirst(columns: Float32Array, first: number): Float32Array {
  const out = new Float32Array(WINDOW_VALUES);
  for (let band = 0; band < MEL_BANDS; band++)
    for (let column = 0; column < WINDOW_COLUMNS; column++)
      out[band * WINDOW_COLUMNS + column] = columns[(first + column) * MEL_BANDS + band] ?? MEL_SILENCE;
  return out;
}
