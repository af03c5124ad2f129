import type { ResponseCache } from '../cache/response-cache.js';
import type { CacheScope } from '../cache/response-cache-store.js';
import { foldedName } from '../memory/normal-name.js';
import type { Conversation, ProxyCaller } from './conversation.js';
import { digest } from './known-turns.js';

export type CacheMode = 'off' | 'exact' | 'semantic';

/** A response of the upstream, as it is sent again. */
export interface CachedAnswer {
  contentType: string;
  body: string;
}

/** Key of a response: the scope has all of the request except the words of the user, for `exact` also these. */
export interface AnswerKey {
  scope: CacheScope;
  query: string;
}

/** Larger responses are not cached. */
const MAX_BODY_CHARACTERS = 256 * 1024;
/** Longer questions are not compared. */
const MAX_QUERY_CHARACTERS = 4_000;
const SEPARATOR = '\u001f';
/** Fields that name a session or a user and do not change the response. */
const IGNORED = new Set(['cache_control', 'metadata', 'user', 'prompt_cache_key', 'safety_identifier']);

/** Returns the key of a request; null if it is not cached: the model has begun to respond, or the question is too long. */
export async function answerKeyOf(
  mode: CacheMode,
  { protocol, fields, messages, prompt }: Conversation,
  { deps, project, agent }: ProxyCaller,
  isConfined: boolean,
): Promise<AnswerKey | null> {
  const query = messages[prompt.index]!.text;
  if (mode === 'off' || !prompt.isNew || query.length > MAX_QUERY_CHARACTERS) return null;
  const given = fields[protocol.list];
  const list = typeof given === 'string' ? [] : (given as { content: unknown }[]);
  const around = list.map((message, index) =>
    index === prompt.index ? { ...message, content: withoutText(message.content) } : message,
  );
  const rest = JSON.stringify({ ...fields, [protocol.list]: around }, (name, value) =>
    IGNORED.has(name) ? undefined : value,
  );
  const ofProject =
    project === null
      ? []
      : ['project', (await deps.store.project(project))?.projectId ?? foldedName(project)];
  const model = typeof fields.model === 'string' ? fields.model.slice(0, 200) : '';
  return {
    scope: {
      model: [...(isConfined ? [agent] : []), ...ofProject, 'proxy', model].join(SEPARATOR),
      contextDepth: 0,
      context: digest(mode === 'exact' ? `exact\n${query}\n` : 'semantic\n', rest),
    },
    query,
  };
}

const withoutText = (content: unknown): unknown[] =>
  Array.isArray(content) ? content.filter((part) => typeof part?.text !== 'string') : [];

/** Finds a response; null if the cache has none. */
export async function findAnswer(
  cache: ResponseCache,
  { scope, query }: AnswerKey,
): Promise<CachedAnswer | null> {
  const { hit } = await cache.check(scope, query);
  return hit === null ? null : (JSON.parse(hit.response) as CachedAnswer);
}

export async function storeAnswer(
  cache: ResponseCache,
  { scope, query }: AnswerKey,
  answer: CachedAnswer,
  conversationId: string,
): Promise<void> {
  if (answer.body.length > MAX_BODY_CHARACTERS) return;
  await cache.store(scope, query, JSON.stringify(answer), null, conversationId);
}
