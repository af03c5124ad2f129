/** A text to speak, complete or still being written. */
export type Speakable = string | AsyncIterable<string> | ReadableStream<string>;

/** The service takes so many characters of an utterance. */
export const MAX_CHARACTERS = 20_000;

/**
 * Yields the pieces of a text as they arrive; an empty piece flushes the text so far. Keeps half of a
 * surrogate pair until the other half arrives. Ends the source when the loop is left or `signal` is aborted.
 * Throws a `RangeError` above 20,000 characters, a `TypeError` for other types, and any error of the source.
 */
export async function* textPieces(
  text: Speakable,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let held = '';
  let had = 0;
  for await (const piece of untilAborted(sourceOf(text), signal)) {
    if (typeof piece !== 'string') throw new TypeError(`Expected pieces of text, received ${typeof piece}`);
    had += piece.length;
    if (had > MAX_CHARACTERS) throw new RangeError(`Expected at most ${MAX_CHARACTERS} characters`);
    const all = held + piece;
    const isCut = /[\uD800-\uDBFF]$/.test(all);
    held = isCut ? all.slice(-1) : '';
    const whole = isCut ? all.slice(0, -1) : all;
    if (whole !== '' || piece === '') yield whole;
  }
  if (held !== '') yield held;
}

function sourceOf(text: Speakable): AsyncIterator<string> {
  if (typeof text === 'string') return [text][Symbol.iterator]() as unknown as AsyncIterator<string>;
  // Not every browser can iterate over streams.
  if (text instanceof ReadableStream) return streamOf(text);
  const iterate = (text as AsyncIterable<string> | undefined)?.[Symbol.asyncIterator];
  if (iterate === undefined)
    throw new TypeError(`Expected a text, an AsyncIterable or a ReadableStream, received ${typeof text}`);
  return iterate.call(text);
}

function streamOf(stream: ReadableStream<string>): AsyncIterator<string> {
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<string>>,
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Does not wait for a source that hangs. */
async function* untilAborted(
  source: AsyncIterator<string>,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let leave = () => {};
  const left = new Promise<null>((resolve) => {
    leave = () => resolve(null);
  });
  signal.addEventListener('abort', leave);
  let isOver = false;
  try {
    while (!signal.aborted) {
      const next = await Promise.race([source.next(), left]);
      isOver = next?.done === true;
      if (next === null || next.done) return;
      yield next.value;
    }
  } catch (error) {
    isOver = true;
    throw error;
  } finally {
    signal.removeEventListener('abort', leave);
    // Not awaited, since the source may hang.
    if (!isOver) Promise.resolve(source.return?.()).catch(() => {});
  }
}
