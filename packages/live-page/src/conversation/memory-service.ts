import { callWithin, followSignals } from '@anima/calls/signals';
import { AnimaError, createMemoryClient, ServiceUnreachableError } from '@anima/client';
import type { RecalledMemory } from './quote-memories.js';

/** The memory service, as far as a conversation needs it. Its errors are words for the person before the page. */
export interface ConversationMemory {
  recall(question: string, signal: AbortSignal): Promise<RecalledMemory[]>;
  store(said: StoredTurn): Promise<void>;
}

export interface StoredTurn {
  /** The same when it is sent again: it is stored once. */
  key: string;
  conversationId: string;
  speaker: 'user' | 'assistant';
  content: string;
  /** ISO time. */
  at: string;
}

export interface MemoryServiceOptions {
  /** Such as `http://127.0.0.1:9090`. */
  address: string;
  /** Empty if the service requires none. */
  token: string;
  fetch?: (request: Request) => Promise<Response>;
}

const ANSWER_MS = 5_000;
const MAX_QUESTION = 2_000;
const RECALLED = 12;

export function createMemoryService(options: MemoryServiceOptions): ConversationMemory {
  const memory = clientOf(options);
  return {
    async recall(question, signal) {
      const { memories } = await explained(options.address, signal, (ending) =>
        memory.recall(
          question.slice(0, MAX_QUESTION).toWellFormed(),
          { limit: RECALLED },
          { signal: ending },
        ),
      );
      return memories.map(({ content, speaker, conversation_id, occurred_at, created_at }) => ({
        ...{ content, speaker, conversationId: conversation_id },
        at: occurred_at ?? created_at,
      }));
    },
    async store({ key, conversationId, speaker, content, at }) {
      await explained(options.address, undefined, (ending) =>
        memory.remember(
          {
            ...{ content: content.toWellFormed(), type: 'context', tags: ['conversation'] },
            ...{ conversation_id: conversationId, speaker, occurred_at: at },
            // The user did not choose these words for storage.
            secrets: 'redact',
          },
          { idempotencyKey: key, signal: ending },
        ),
      );
    },
  };
}

/** Whether a memory service responds at the address, and allows the origin of this page. */
export async function memoryAnswers({
  address,
  fetch,
}: Omit<MemoryServiceOptions, 'token'>): Promise<boolean> {
  try {
    const memory = clientOf({ address, token: '', ...(fetch && { fetch }) });
    const { status } = await callWithin(ANSWER_MS, [], (signal) => memory.health({ signal }));
    return status === 'ok';
  } catch {
    return false;
  }
}

/** Creates a client without retries: the conversation waits only briefly, and has its own retries. */
function clientOf({ address, token, fetch }: MemoryServiceOptions) {
  return createMemoryClient({
    ...{ url: address, agentId: 'live-page', retries: 0 },
    ...(token !== '' && { token }),
    fetch: fetch ?? ((request) => globalThis.fetch(request, { credentials: 'omit' })),
  });
}

/** Calls the service, and turns its errors into explanations for the user. */
async function explained<Answer>(
  address: string,
  signal: AbortSignal | undefined,
  call: (ending: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const patience = followSignals([signal], ANSWER_MS);
  try {
    return await call(patience.signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ServiceUnreachableError || patience.signal.aborted)
      throw new Error(`No answer from the memory service at ${address}`);
    if (!(error instanceof AnimaError)) throw error;
    if (error.status === 401) throw new Error('The memory service requires a valid token (401)');
    throw new Error(`The memory service rejected the request (${error.status}): ${error.message}`);
  } finally {
    patience.release();
  }
}
