/** Pieces of a text that come at one end and are taken at the other. */
export interface TextQueue extends AsyncIterable<string> {
  push(piece: string): void;
  /** Ends the queue; its remaining pieces are still read. */
  end(): void;
}

/** Creates a queue for one reader. */
export function createTextQueue(): TextQueue {
  const pieces: string[] = [];
  let isEnded = false;
  let wake = () => {};
  return {
    push(piece) {
      if (isEnded) return;
      pieces.push(piece);
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (pieces.length > 0) yield pieces.shift()!;
        if (isEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
