import { ChatProblem, connectionProblem, errorMessageOf, problemOfAnswer, textOf } from './chat-problem.js';
import { type ChatMessage, type ChatServer, readAddress } from './chat-server.js';
import { readEvents } from './server-sent-events.js';

const MAX_ANSWER_BYTES = 4_000_000;

/** How an answer ended: whole, at its limit of tokens, held back by a filter, or in the middle of it. */
export type AnswerEnd = 'whole' | 'length' | 'filtered' | 'broken';

interface Choice {
  delta?: { content?: unknown; refusal?: unknown } | null;
  message?: { content?: unknown; refusal?: unknown } | null;
  finish_reason?: string | null;
}

export interface AskOptions {
  signal: AbortSignal;
  /** Of this page, for what is said where a browser keeps an answer back. */
  origin: string;
  fetch?: typeof fetch;
}

/**
 * The words of an answer as they come, and at last how it ended. What a model thinks (`reasoning_content` and its like) is left out. A server
 * that does not stream is taken too. Throws a `ChatProblem`, or what the signal was aborted with.
 */
export async function* streamChatCompletion(
  server: ChatServer,
  messages: readonly ChatMessage[],
  { signal, origin, fetch: ask = fetch }: AskOptions,
): AsyncGenerator<string, AnswerEnd> {
  const address = readAddress(server.address);
  if (address === null)
    throw new ChatProblem(
      `Expected the address of a chat server, as http://127.0.0.1:11434/v1, received “${server.address}”`,
    );
  try {
    const answer = await ask(`${address}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        ...(server.key === '' ? {} : { authorization: `Bearer ${server.key}` }),
      },
      body: JSON.stringify({ model: server.model, messages, stream: true }),
      signal,
      // The key goes to this server and nowhere else.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch((error: unknown) => {
      throw signal.aborted ? error : connectionProblem(address, origin);
    });
    if (!answer.ok) throw await problemOfAnswer(answer, { address, model: server.model });
    if (isJson(answer)) return yield* wholeAnswer(await textOf(answer, MAX_ANSWER_BYTES));
    return yield* streamedAnswer(answer);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ChatProblem) throw error;
    const what = error instanceof Error ? error.message : String(error);
    throw new ChatProblem(`The answer of the chat server broke off: ${what}`);
  }
}

function isJson(answer: Response): boolean {
  return /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
}

async function* wholeAnswer(body: string): AsyncGenerator<string, AnswerEnd> {
  const { choice } = readPart(body);
  const text = textIn(choice?.message);
  if (text === '') throw new ChatProblem('The chat server answered without a word');
  yield text;
  return endOf(choice?.finish_reason) ?? 'whole';
}

async function* streamedAnswer({ body }: Response): AsyncGenerator<string, AnswerEnd> {
  if (body === null) throw new ChatProblem('The chat server answered without a word');
  let end: AnswerEnd | null = null;
  for await (const data of readEvents(body)) {
    if (data.trim() === '[DONE]') return end ?? 'whole';
    const { choice } = readPart(data);
    const text = textIn(choice?.delta ?? choice?.message);
    if (text !== '') yield text;
    end = endOf(choice?.finish_reason) ?? end;
  }
  return end ?? 'broken';
}

/** The first choice of what came; null where there is none, as in parts that only count tokens. */
function readPart(json: string): { choice: Choice | null } {
  let part: { error?: unknown; choices?: unknown } | null;
  try {
    part = JSON.parse(json);
  } catch {
    throw new ChatProblem(`Expected JSON from the chat server, received “${json.slice(0, 80)}”`);
  }
  if (part?.error) throw new ChatProblem(`The chat server failed: ${errorMessageOf(json)}`);
  const [choice] = Array.isArray(part?.choices) ? part.choices : [];
  return { choice: (choice as Choice | undefined) ?? null };
}

/** Some servers give parts in place of a text; a refusal is an answer too. */
function textIn(message: { content?: unknown; refusal?: unknown } | null | undefined): string {
  const content = message?.content;
  if (typeof content === 'string' && content !== '') return content;
  if (Array.isArray(content))
    return content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('');
  return typeof message?.refusal === 'string' ? message.refusal : '';
}

function endOf(reason: string | null | undefined): AnswerEnd | null {
  if (!reason) return null;
  if (reason === 'length') return 'length';
  return reason === 'content_filter' ? 'filtered' : 'whole';
}
