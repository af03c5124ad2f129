/** Far more than an answer of one word has, logprobs and all. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The body, which is given up where it grows too large. */
export async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES)
      throw new Error(`Expected at most ${MAX_ANSWER_BYTES} bytes of an answer, received more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
