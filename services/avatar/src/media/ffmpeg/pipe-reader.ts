import type { Readable } from 'node:stream';

/** ffmpeg counts as hanging after this time without output. */
const STALL_MS = 30_000;

export interface PipeReader {
  /** Fills `into` and returns the number of bytes, which is lower only at the end. */
  fill(into: Uint8Array): Promise<number>;
  /** Whether it was ended because nothing came for half a minute. */
  hangs(): boolean;
}

/** Reads a pipe in chunks of the reader's choice. Unread data stays in the pipe and blocks its writer. */
export function createPipeReader(pipe: Readable, kill: () => void): PipeReader {
  // Node drops the final output of a process without a listener.
  pipe.on('readable', () => {});
  const chunks = pipe[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Uint8Array = new Uint8Array(0);
  let stalled = false;
  return {
    async fill(into) {
      let filled = 0;
      const limit = setTimeout(() => {
        stalled = true;
        kill();
      }, STALL_MS);
      try {
        while (filled < into.length) {
          if (rest.length === 0) {
            const { value, done } = await chunks.next();
            if (done === true) break;
            limit.refresh();
            rest = value;
          }
          const taken = rest.subarray(0, into.length - filled);
          into.set(taken, filled);
          filled += taken.length;
          rest = rest.subarray(taken.length);
        }
      } finally {
        clearTimeout(limit);
      }
      return filled;
    },
    hangs: () => stalled,
  };
}
