import { saidIn, textOf } from './chat-problem.js';
import type { RecalledMemory } from './quoted-memories.js';

/** The memory service, as far as a conversation needs it. Its errors are words for the person before the page. */
export interface ConversationMemory {
  recall(question: string, signal: AbortSignal): Promise<RecalledMemory[]>;
  store(said: SaidInConversation): Promise<void>;
}

export interface SaidInConversation {
  /** The same when it is sent again: it is stored once. */
  key: string;
  conversationId: string;
  speaker: 'user' | 'assistant';
  content: string;
  /** ISO time. */
  at: string;
}

export interface MemoryServiceOptions {
  /** As `http://127.0.0.1:9090`. */
  address: string;
  /** Empty where it wants none. */
  token: string;
  fetch?: typeof fetch;
}

const ANSWER_MS = 5_000;
const MAX_QUESTION = 2_000;
const RECALLED = 12;
const MAX_ANSWER_BYTES = 4_000_000;

interface RecallAnswer {
  memories: {
    content: string;
    speaker: string | null;
    conversation_id: string | null;
    occurred_at: string | null;
    created_at: string;
  }[];
}

export function createMemoryService(options: MemoryServiceOptions): ConversationMemory {
  return {
    async recall(question, signal) {
      const body = { query: question.slice(0, MAX_QUESTION).toWellFormed(), limit: RECALLED };
      const answer = (await call(options, 'recall', body, { signal })) as RecallAnswer;
      return answer.memories.map((memory) => ({
        content: memory.content,
        speaker: memory.speaker,
        conversationId: memory.conversation_id,
        at: memory.occurred_at ?? memory.created_at,
      }));
    },
    async store({ key, conversationId, speaker, content, at }) {
      const body = {
        ...{ content: content.toWellFormed(), type: 'context', tags: ['conversation'] },
        ...{ conversation_id: conversationId, speaker, occurred_at: at },
        // Nobody chose these words to be kept.
        secrets: 'redact',
      };
      await call(options, 'remember', body, { key });
    },
  };
}

/** Whether a memory service answers there, and lets this page read what it says. */
export async function memoryAnswers({
  address,
  fetch: ask = fetch,
}: Omit<MemoryServiceOptions, 'token'>): Promise<boolean> {
  try {
    const answer = await ask(`${address}/health`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      credentials: 'omit',
    });
    return answer.ok && ((await answer.json()) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  }
}

async function call(
  { address, token, fetch: ask = fetch }: MemoryServiceOptions,
  operation: string,
  body: object,
  { signal, key }: { signal?: AbortSignal; key?: string },
): Promise<unknown> {
  const patience = AbortSignal.timeout(ANSWER_MS);
  const answer = await ask(`${address}/api/v1/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-agent-id': 'live-page',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
    redirect: 'error',
    credentials: 'omit',
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Error(`No answer from the memory service at ${address}`);
  });
  const text = await textOf(answer, MAX_ANSWER_BYTES);
  if (answer.ok) return JSON.parse(text);
  if (answer.status === 401) throw new Error('The memory service wants a token (401)');
  throw new Error(`The memory service refused (${answer.status}): ${saidIn(text)}`);
}
