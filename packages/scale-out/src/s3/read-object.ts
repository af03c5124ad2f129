import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import { type ByteRange, isUnavailable } from '@anima/service/scale-out';
import { asUnavailable } from './refusals.js';

/** Maximum number of consecutive requests for the rest that return no bytes. */
const MAX_FRUITLESS = 4;
const FIRST_WAIT_MS = 100;
const BUFFER_BYTES = 256 * 1024;

/**
 * Reads the bytes of a range. If a connection ends early (the server restarts, or closes an idle connection),
 * a new request fetches the rest, and never more bytes than requested. Fails with `storage_unavailable` if no
 * more bytes arrive.
 */
export function readObject(get: (range: ByteRange) => Promise<Readable>, range: ByteRange): Readable {
  return Readable.from(pieces(get, range), { objectMode: false, highWaterMark: BUFFER_BYTES });
}

async function* pieces(
  get: (range: ByteRange) => Promise<Readable>,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let fruitless = 0;
  let broken: unknown = null;
  for (let at = start; at <= end; ) {
    if (broken !== null) await delay(FIRST_WAIT_MS * 2 ** fruitless * (0.5 + Math.random()));
    try {
      for await (const piece of (await get({ start: at, end })) as AsyncIterable<Uint8Array>) {
        const wanted = piece.subarray(0, end + 1 - at);
        at += wanted.length;
        fruitless = 0;
        yield wanted;
        if (at > end) return;
      }
      broken = new Error(`Expected ${end + 1 - at} more bytes, received the end`);
    } catch (error) {
      // The object was removed or replaced.
      if (error instanceof AppError && !isUnavailable(error)) throw error;
      broken = error;
    }
    if (++fruitless === MAX_FRUITLESS) throw asUnavailable(broken);
  }
}
