import type { Readable } from 'node:stream';

/** ffmpeg that gives nothing for so long while it is waited for is taken to hang. */
const STALL_MS = 30_000;

export interface PipeReader {
  /** Fills `into` and tells how many bytes there were: fewer only at the end. */
  fill(into: Uint8Array): Promise<number>;
  /** Whether it was ended because nothing came for half a minute. */
  hangs(): boolean;
}

/** Reads a pipe in pieces of the reader's choice. What is not asked for stays in the pipe and holds its writer back. */
export function createPipeReader(pipe: Readable, kill: () => void): PipeReader {
  // What a process has written when it ends is thrown away by Node where nobody listens yet.
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
