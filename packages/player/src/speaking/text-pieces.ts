/** What can be said: a text, or one that is still being written. */
export type Speakable = string | AsyncIterable<string> | ReadableStream<string>;

/** The service takes so many characters of an utterance. */
export const MAX_CHARACTERS = 20_000;

/**
 * The pieces of a text as they come; an empty one means that what has come is to be said now. A character that was cut in two is kept until it is whole. Ends the source when it is left, or when
 * `signal` says so. Throws a `RangeError` behind the 20,000 characters that can be said, a `TypeError` for what is no text, and what the source throws.
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
  // Before the iteration of streams, which not every browser has.
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

/** A source that never goes on is not waited for. */
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
    // Not waited for: one that is in the middle of something may never come back.
    if (!isOver) Promise.resolve(source.return?.()).catch(() => {});
  }
}
