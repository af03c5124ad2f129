/** Why a chat server gave no answer, in words for the person before the page. */
export class ChatProblem extends Error {
  override name = 'ChatProblem';
}

const MAX_SAID = 300;

/** What an answer that is no success says: what to do about it, and what the server itself said. */
export async function problemOfAnswer(
  answer: Response,
  { address, model }: { address: string; model: string },
): Promise<ChatProblem> {
  const said = errorMessageOf(await textOf(answer, 20_000).catch(() => ''));
  return new ChatProblem(`${meaningOf(answer, address, model)}${said === '' ? '' : ` It said: “${said}”`}`);
}

function meaningOf({ status, headers }: Response, address: string, model: string): string {
  const wait = Number(headers.get('retry-after'));
  if (status === 401) return 'The chat server wants a key, or does not know this one (401).';
  if (status === 403)
    return 'The chat server does not allow this: look at the key and what it is good for (403).';
  if (status === 404)
    return `The chat server has nothing at ${address}/chat/completions, or no model “${model}” (404). Most addresses end in /v1.`;
  if (status === 413) return 'The conversation is longer than the chat server takes (413): begin a new one.';
  if (status === 429)
    return `The chat server has had enough for now (429)${wait > 0 ? `: try again in ${Math.ceil(wait)} seconds.` : ': try again later.'}`;
  if (status >= 500) return `The chat server failed (${status}).`;
  return `The chat server refused (${status}).`;
}

/** Nobody answered, or the browser keeps the answer from this page; which of the two, it does not tell. */
export function connectionProblem(address: string, origin: string): ChatProblem {
  return new ChatProblem(
    `No answer from ${address}. Does the server run, and does it let pages of ${origin} read its answers (CORS)? ` +
      `Ollama is told by OLLAMA_ORIGINS=${origin}, LM Studio by the switch “Enable CORS”.`,
  );
}

/** The message of an error as OpenAI's servers and their like word it. */
export function errorMessageOf(body: string): string {
  let message: unknown = body;
  try {
    const value = JSON.parse(body) as { error?: unknown; message?: unknown; detail?: unknown } | null;
    const error = value?.error;
    message =
      (typeof error === 'object' && error !== null && 'message' in error ? error.message : error) ??
      value?.message ??
      value?.detail ??
      '';
  } catch {
    // A page of a proxy, or plain words.
    if (body.trimStart().startsWith('<')) return '';
  }
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SAID ? `${line.slice(0, MAX_SAID)}…` : line;
}

/** The beginning of a body, whatever its length. */
export async function textOf({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let [text, bytes] = ['', 0];
  while (bytes < maxBytes) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel().catch(() => {});
  return text;
}
