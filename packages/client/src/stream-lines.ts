/**
 * The lines of a stream of text, wherever its bytes are cut; they end in CR, LF or both, as in event streams
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). What no end of a line has ended is no line. Takes
 * time in proportion to the stream, however small its pieces. Leaving the loop closes the stream.
 * @throws what `tooLong` makes, where a line is longer than `longest` characters; what the stream is broken off with
 */
export async function* readLines(
  bytes: ReadableStream<Uint8Array>,
  longest: number,
  tooLong: () => Error,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  let endedInCr = false;
  for await (const chunk of chunksOf(bytes)) {
    let text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    // The other half of a CRLF that was cut in two.
    if (endedInCr && text.startsWith('\n')) text = text.slice(1);
    endedInCr = text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    for (const [index, line] of lines.entries()) {
      parts.push(line);
      size += line.length;
      if (size > longest) throw tooLong();
      if (index === lines.length - 1) break;
      yield parts.join('');
      parts.length = 0;
      size = 0;
    }
  }
}

/** What is left of it is cancelled where its reader stops. */
async function* chunksOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
