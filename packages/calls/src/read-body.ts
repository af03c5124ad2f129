/**
 * Reads the body of a response in chunks until `signal` is aborted, and cancels the rest. `fetch` alone may lose its
 * signal at a garbage collection once the response has started.
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

/** Reads a whole body of at most `maxBytes`. @throws Error if the body is longer, or the reason of the signal */
export async function readBody(response: Response, signal: AbortSignal, maxBytes = Infinity): Promise<Blob> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of bodyUntil(response, signal)) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new Error(`Expected a response of at most ${maxBytes} bytes, received more`);
    pieces.push(piece);
  }
  return new Blob(pieces as Uint8Array<ArrayBuffer>[]);
}

/** Reads a whole body as text, with the limits and errors of `readBody`. */
export async function readText(response: Response, signal: AbortSignal, maxBytes?: number): Promise<string> {
  return (await readBody(response, signal, maxBytes)).text();
}
