/** Reads the events of an event stream as they arrive. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ event: string; data: Record<string, unknown> }, void, void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      if (event === undefined) throw new Error(`Expected an event, received ${text.slice(0, end)}`);
      yield { event, data: JSON.parse(data!) as Record<string, unknown> };
      text = text.slice(end + 2);
    }
  }
}
