/** Far more than an answer of one word has, logprobs and all. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The body, which is given up where it grows too large. */
export async function readBounded(response: Response, maxBytes = MAX_ANSWER_BYTES): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`Expected at most ${maxBytes} bytes of an answer, received more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
