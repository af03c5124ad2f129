import { readText } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';
import type { ChoiceModel, Conversation } from '../choice-model.js';
import { readChoice } from './chat-answer.js';
import { postJson, reasonOf } from './server-url.js';

export interface ChatModelOptions {
  /** Base URL, to which `/chat/completions` is appended: "http://127.0.0.1:11434/v1". */
  url: string;
  /** Name of the model on the server. */
  model: string;
  apiKey: string | null;
  /** Time limit for one response; the first one may wait until the server has loaded the model. */
  timeoutMs?: number;
}

/** Much more than a response of one word takes, including logprobs. */
const MAX_ANSWER_BYTES = 256 * 1024;
const TIMEOUT_MS = 60_000;
/** Servers process several requests at a time; one machine hardly more than these. */
const IN_FLIGHT = 4;
/** Enough for the JSON of one word, with blanks and a code fence. */
const MAX_TOKENS = 40;
/** The highest number that all servers with logprobs accept. */
const TOP_LOGPROBS = 5;

/** Optional request parameters, the best combination first, since some servers reject them. */
const WAYS = [
  { schema: true, logprobs: true, limits: true },
  { schema: false, logprobs: true, limits: true },
  { schema: true, logprobs: false, limits: true },
  { schema: false, logprobs: false, limits: true },
  // Reasoning models reject a temperature.
  { schema: true, logprobs: false, limits: false },
  { schema: false, logprobs: false, limits: false },
] as const;

/** Calls a model on a server with OpenAI-compatible chat completions (Ollama, llama.cpp, vLLM). */
export function createChatModel({
  url,
  model,
  apiKey,
  timeoutMs = TIMEOUT_MS,
}: ChatModelOptions): ChoiceModel {
  const endpoint = `${url.replace(/(?<!\/)\/+$/, '')}/chat/completions`;
  const { host } = new URL(endpoint);
  const stop = new AbortController();
  /** Index of the first accepted combination, or null. Concurrent calls may each search for it. */
  let found: number | null = null;

  async function post(body: object, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const response = await postJson(endpoint, body, { apiKey, signal });
    return { status: response.status, text: await readText(response, signal, MAX_ANSWER_BYTES) };
  }

  async function ask(conversation: Conversation, signal: AbortSignal): Promise<string> {
    for (let at = found ?? 0; ; at++) {
      const { status, text } = await post(requestOf(model, conversation, WAYS[at]!), signal);
      if (status === 200) {
        found ??= at;
        return text;
      }
      const isRefusal = status === 400 || status === 422;
      if (isRefusal && at < WAYS.length - 1) continue;
      // The server has accepted other prompts, so this one is probably too long.
      if (isRefusal && found !== null) throw unfit(`refused the question with status ${status}`);
      throw new Error(`Expected status 200, received ${status}`);
    }
  }

  function unfit(what: string, cause?: unknown): AppError {
    return new AppError('unfit_question', `The judge at ${host} ${what}`, { cause });
  }

  return {
    name: model,
    inFlight: IN_FLIGHT,
    async choose(conversation, { signal } = {}) {
      signal?.throwIfAborted();
      let text: string;
      try {
        text = await callWithin(timeoutMs, [stop.signal, signal], (ending) => ask(conversation, ending));
      } catch (cause) {
        signal?.throwIfAborted();
        if (cause instanceof AppError && cause.code === 'unfit_question') throw cause;
        throw new AppError('unavailable', `The judge at ${host} did not answer: ${reasonOf(cause)}`, {
          cause,
        });
      }
      try {
        return readChoice(text, conversation.choices);
      } catch (cause) {
        throw unfit(`answered otherwise: ${(cause as Error).message}`, cause);
      }
    },
    async close() {
      stop.abort(new AppError('unavailable', 'The service is stopping'));
    },
  };
}

function requestOf(
  model: string,
  { instruction, examples, question, choices }: Conversation,
  { schema, logprobs, limits }: (typeof WAYS)[number],
): object {
  const answerOf = (answer: string) => JSON.stringify({ answer });
  const forms = choices.map(answerOf).join(' or ');
  return {
    model,
    messages: [
      { role: 'system', content: `${instruction}\nAnswer with JSON and nothing else: ${forms}` },
      ...examples.flatMap(({ question, answer }) => [
        { role: 'user', content: question },
        { role: 'assistant', content: answerOf(answer) },
      ]),
      { role: 'user', content: question },
    ],
    stream: false,
    ...(limits ? { temperature: 0, max_tokens: MAX_TOKENS } : {}),
    ...(logprobs ? { logprobs: true, top_logprobs: TOP_LOGPROBS } : {}),
    ...(schema ? { response_format: { type: 'json_schema', json_schema: schemaOf(choices) } } : {}),
  };
}

function schemaOf(choices: readonly string[]): object {
  return {
    name: 'answer',
    strict: true,
    schema: {
      type: 'object',
      properties: { answer: { type: 'string', enum: choices } },
      required: ['answer'],
      additionalProperties: false,
    },
  };
}
