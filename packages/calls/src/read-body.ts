/**
 * The body of a response, piece by piece, until `signal` is aborted; what is not read is given up. `fetch` alone may forget its signal once the
 * response has begun, at a garbage collection.
 */
export async function* bodyUntil(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const giveUp = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
    giveUp();
  }
}

/** A whole body of at most `maxBytes`. @throws Error if it is longer; the reason of the signal */
export async function readBody(response: Response, signal: AbortSignal, maxBytes = Infinity): Promise<Blob> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of bodyUntil(response, signal)) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new Error(`Expected at most ${maxBytes} bytes of an answer, received more`);
    pieces.push(piece);
  }
  return new Blob(pieces as Uint8Array<ArrayBuffer>[]);
}

/** The same as text. */
export async function readText(response: Response, signal: AbortSignal, maxBytes?: number): Promise<string> {
  return (await readBody(response, signal, maxBytes)).text();
}
