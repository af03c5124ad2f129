/** Why a chat server gave no answer, in words for the person before the page. */
export class ChatProblem extends Error {
  override name = 'ChatProblem';
}

const MAX_MESSAGE = 300;

/** Explains an unsuccessful response: the likely solution, and the message of the server. */
export async function problemOfAnswer(
  answer: Response,
  { address, model }: { address: string; model: string },
): Promise<ChatProblem> {
  const serverMessage = errorMessageOf(await textOf(answer, 20_000).catch(() => ''));
  return new ChatProblem(
    `${meaningOf(answer, address, model)}${serverMessage === '' ? '' : ` Its message: “${serverMessage}”`}`,
  );
}

function meaningOf({ status, headers }: Response, address: string, model: string): string {
  const wait = Number(headers.get('retry-after'));
  if (status === 401) return 'The chat server requires a valid key (401).';
  if (status === 403) return 'The chat server denies access: check the permissions of the key (403).';
  if (status === 404)
    return `The chat server has no ${address}/chat/completions, or no model “${model}” (404). Most addresses end in /v1.`;
  if (status === 413) return 'The conversation is too long for the chat server (413): choose “Start over”.';
  if (status === 429)
    return `The chat server is overloaded (429)${wait > 0 ? `: retry in ${Math.ceil(wait)} seconds.` : ': retry later.'}`;
  if (status >= 500) return `The chat server failed (${status}).`;
  return `The chat server rejected the request (${status}).`;
}

/** No response arrived, or the browser withholds it from this page; browsers do not report which. */
export function connectionProblem(address: string, origin: string): ChatProblem {
  return new ChatProblem(
    `No answer from ${address}. Start the server, and allow the origin ${origin} (CORS). ` +
      `Ollama: set OLLAMA_ORIGINS=${origin}. LM Studio: switch on “Enable CORS”.`,
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
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE)}…` : line;
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
