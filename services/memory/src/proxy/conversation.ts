import { uuidv7 } from 'uuidv7';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { addToMessages } from './add-memories.js';
import {
  type ChatMessage,
  type ChatProtocol,
  type Fields,
  findPrompt,
  type LatestPrompt,
  type ModelAnswer,
  readMessages,
} from './chat-protocol.js';
import { digest, type KnownTurn, type KnownTurns, turnKeys } from './known-turns.js';
import { recallBlock } from './recall-block.js';
import { type ProxiedTurn, storeTurns } from './store-turns.js';

/** The caller of a proxied request. */
export interface ProxyCaller {
  deps: MemoryDependencies;
  agent: string;
  /** Name or id; null: memories of all projects are recalled, and turns are stored without a project. */
  project: string | null;
  /** The conversation that the caller names; null: the proxy recognises it by its messages. */
  conversationId: string | null;
}

/** A request whose conversation is known. */
export interface Conversation {
  protocol: ChatProtocol;
  fields: Fields;
  messages: readonly ChatMessage[];
  prompt: LatestPrompt;
  conversationId: string;
  /** Keys of the messages of the user; null for other messages. */
  keys: readonly (string | null)[];
  /** Whether the turn before was seen, or the caller names the conversation. */
  isKnown: boolean;
}

/** Recognises the conversation of a request; null if the request has no message of the user. */
export function readConversation(
  protocol: ChatProtocol,
  fields: Fields,
  caller: ProxyCaller,
  turns: KnownTurns,
): Conversation | null {
  const messages = readMessages(protocol, fields);
  const prompt = messages && findPrompt(protocol, fields, messages);
  if (messages === null || prompt === null) return null;
  const previous = fields.previous_response_id;
  const before = typeof previous === 'string' ? previous : '';
  const keys = turnKeys([...scopeOf(caller), before], messages);
  const seen = keys.slice(0, prompt.isNew ? prompt.index : prompt.index + 1).flatMap((key) => key ?? []);
  const latest = seen
    .toReversed()
    .map((key) => turns.of(key))
    .find((turn) => turn !== undefined);
  const known =
    caller.conversationId ?? latest?.conversationId ?? turns.of(answerKey(caller, before))?.conversationId;
  return {
    ...{ protocol, fields, messages, prompt, keys },
    conversationId: known ?? `proxy-${uuidv7()}`,
    isKnown: known !== undefined,
  };
}

const scopeOf = ({ agent, project, conversationId }: ProxyCaller): string[] => [
  agent,
  project ?? '',
  conversationId ?? '',
];
const answerKey = (caller: ProxyCaller, id: string): string =>
  digest('response', JSON.stringify([...scopeOf(caller), id]));

export interface MemoryLimits {
  maxTokens: number;
  recallMs: number;
}

/**
 * Adds memories to a request: recalled ones to a new message of the user, and to earlier messages those that were added to
 * them before. `onFailure` gets an error of recall; the request is then sent without memories.
 */
export async function addMemories(
  { protocol, messages, prompt, conversationId, keys, isKnown }: Conversation,
  body: Buffer,
  caller: ProxyCaller,
  turns: KnownTurns,
  { limits, onFailure }: { limits: MemoryLimits; onFailure: (error: unknown) => void },
): Promise<{ body: Buffer; added: number }> {
  const blocks = new Map<number, string>();
  const shown = new Set<string>();
  for (const [index, key] of keys.entries()) {
    const turn = key === null || (index === prompt.index && prompt.isNew) ? undefined : turns.of(key);
    if (!turn?.block || messages[index]!.hasMemories) continue;
    blocks.set(index, turn.block);
    for (const id of turn.memoryIds) shown.add(id);
  }
  let added = 0;
  if (prompt.isNew) {
    const { text, hasMemories } = messages[prompt.index]!;
    const query = {
      prompt: text,
      project: caller.project,
      conversationId,
      shown,
      maxTokens: limits.maxTokens,
    };
    const recalled = hasMemories
      ? null
      : await within(limits.recallMs, recallBlock(caller.deps, query)).catch((error) => {
          onFailure(error);
          return null;
        });
    const key = keys[prompt.index]!;
    const earlier = isKnown ? turns.of(key) : undefined;
    turns.note(key, {
      ...newTurn(conversationId),
      ...earlier,
      block: recalled?.text ?? null,
      memoryIds: recalled?.memoryIds ?? [],
    });
    if (recalled !== null) blocks.set(prompt.index, recalled.text);
    added = recalled?.memoryIds.length ?? 0;
  }
  return { body: addToMessages(protocol, body, blocks), added };
}

const newTurn = (conversationId: string): KnownTurn => ({
  ...{ conversationId, block: null, memoryIds: [] },
  ...{ isStored: false, answers: [] },
});

/** Stores the message of the user and the response of the model, unless they are stored. A response that calls tools is not. */
export async function storeExchange(
  { messages, prompt, conversationId, keys }: Conversation,
  answer: ModelAnswer,
  caller: ProxyCaller,
  turns: KnownTurns,
  maxBytes: number,
): Promise<void> {
  if (!answer.isComplete) return;
  const key = keys[prompt.index]!;
  // After a restart, the message of a running turn is stored already.
  const turn = turns.of(key) ?? { ...newTurn(conversationId), isStored: !prompt.isNew };
  const said = digest('', answer.text);
  const isNewAnswer = answer.text.trim() !== '' && !answer.callsTools && !turn.answers.includes(said);
  const stored: ProxiedTurn[] = [];
  if (!turn.isStored) stored.push({ role: 'user', text: messages[prompt.index]!.text });
  if (isNewAnswer) stored.push({ role: 'assistant', text: answer.text });
  // Noted first, so that a repeated request that runs at the same time stores nothing twice.
  const noted = { ...turn, isStored: true, answers: isNewAnswer ? [...turn.answers, said] : turn.answers };
  turns.note(key, noted);
  if (answer.id !== null) turns.note(answerKey(caller, answer.id), newTurn(conversationId));
  const { deps, agent: sourceAgent, project } = caller;
  await storeTurns(deps, stored, { project, conversationId, sourceAgent, maxBytes });
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Recall took longer than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
