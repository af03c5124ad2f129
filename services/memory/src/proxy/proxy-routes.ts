import { AppError } from '@anima/service/errors';
import { createCallerPlaces, openAiError, type ServiceApp } from '@anima/service/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { ResponseCache } from '../cache/response-cache.js';
import { type Callers, writingAgent } from '../http/callers.js';
import { readProxyHeaders, TOKEN_HEADER } from '../http/proxy-headers.js';
import type { TextLimits } from '../http/text-limits.js';
import { type AnswerKey, answerKeyOf, type CachedAnswer, findAnswer, storeAnswer } from './cached-answers.js';
import type { ChatProtocol, Fields } from './chat-protocol.js';
import {
  addMemories,
  type Conversation,
  type MemoryLimits,
  type ProxyCaller,
  readConversation,
  storeExchange,
} from './conversation.js';
import { createKnownTurns } from './known-turns.js';
import { createMemoryWork } from './memory-work.js';
import { anthropicMessages } from './protocols/anthropic-messages.js';
import { openaiChat } from './protocols/openai-chat.js';
import { openaiResponses } from './protocols/openai-responses.js';
import { readAnswer } from './read-answer.js';
import { forward } from './upstream/forward.js';
import type { Upstream } from './upstream/upstream.js';

export interface ProxyOptions {
  /** Null: the proxy of this provider is off. */
  upstreams: { openai: Upstream | null; anthropic: Upstream | null };
  callers: Callers;
  cache: ResponseCache;
  limits: TextLimits;
  memoryLimits: MemoryLimits;
  maxBodyBytes: number;
}

/** Proxied requests at a time. A response can take minutes. */
const SLOTS = { trusted: 128, guests: 64, eachGuest: 16 };
/** Bodies of all running requests together. */
const MAX_HELD_BYTES = 512 * 1024 * 1024;

const providers = [
  {
    name: 'openai',
    setting: 'MEMORY_PROXY_OPENAI',
    protocols: new Map<string, ChatProtocol>([
      ['/chat/completions', openaiChat],
      ['/responses', openaiResponses],
    ]),
    problem: openAiError,
  },
  {
    name: 'anthropic',
    setting: 'MEMORY_PROXY_ANTHROPIC',
    protocols: new Map<string, ChatProtocol>([['/messages', anthropicMessages]]),
    problem: ({ status, detail }: { status: number; detail: string }) => ({
      error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message: detail },
    }),
  },
] as const;

/**
 * Adds the proxies of language models. A request passes through unchanged, except for recalled memories in messages of the
 * user; a response passes through unchanged. Other paths of the providers pass through without memory. The routes are not part
 * of the OpenAPI document, because the providers define them. Returns a function that waits until all turns are stored.
 */
export function proxyRoutes(app: ServiceApp, options: ProxyOptions): () => Promise<void> {
  const { upstreams, callers, cache, limits, memoryLimits, maxBodyBytes } = options;
  const turns = createKnownTurns();
  const memory = createMemoryWork(app.log);
  const reserve = createReservation(maxBodyBytes);

  /** Reads the conversation of a request; null if memory has nothing to do with it. */
  function conversationOf(request: FastifyRequest, protocol: ChatProtocol | undefined, caller: ProxyCaller) {
    const { body } = request;
    if (protocol === undefined || !Buffer.isBuffer(body) || !isPlain(request)) return null;
    const fields = parseFields(body);
    return fields && readConversation(protocol, fields, caller, turns);
  }

  function store(
    conversation: Conversation,
    caller: ProxyCaller,
    { contentType, body }: CachedAnswer,
    { storesTurns, key }: { storesTurns: boolean; key: AnswerKey | null },
  ): void {
    const read = readAnswer(conversation.protocol, contentType, body);
    if (read === null || !read.isComplete) return;
    if (storesTurns)
      memory.inBackground(() => storeExchange(conversation, read, caller, turns, limits.contentBytes));
    if (key !== null && !read.callsTools)
      memory.inBackground(() => storeAnswer(cache, key, { contentType, body }, conversation.conversationId));
  }

  for (const { name, setting, protocols, problem } of providers) {
    const upstream = upstreams[name];
    const prefix = `/proxy/${name}/v1`;

    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const wanted = readProxyHeaders(request.headers);
      const url = request.raw.url!;
      const path = url.slice(url.indexOf(prefix) + prefix.length);
      const body = Buffer.isBuffer(request.body) ? request.body : null;
      const caller: ProxyCaller = {
        ...{ deps: callers.view(request), agent: writingAgent(request) },
        ...{ project: wanted.project, conversationId: wanted.conversationId },
      };
      const isUsed = wanted.recalls || wanted.stores || wanted.cache !== 'off';
      const protocol = request.method === 'POST' ? protocols.get(path.split('?', 1)[0]!) : undefined;
      const conversation = isUsed ? conversationOf(request, protocol, caller) : null;
      if (conversation === null) {
        await forward(upstream!, request, reply, { path, body, added: {}, onAnswer: null });
        return reply;
      }
      const isConfined = callers.confinedAgent(request) !== null;
      const key = await memory.unlessFailing(
        () => answerKeyOf(wanted.cache, conversation, caller, isConfined),
        null,
      );
      const cached = key && (await memory.unlessFailing(() => findAnswer(cache, key), null));
      if (cached !== null) {
        store(conversation, caller, cached, { storesTurns: wanted.stores, key: null });
        return reply.header('x-anima-cache', 'hit').type(cached.contentType).send(cached.body);
      }
      const { onFailure } = memory;
      const changed = wanted.recalls
        ? await addMemories(conversation, body!, caller, turns, { limits: memoryLimits, onFailure })
        : { body, added: 0 };
      await forward(upstream!, request, reply, {
        path,
        body: changed.body,
        added: {
          ...(changed.added > 0 && { 'x-anima-memories': String(changed.added) }),
          ...(key !== null && { 'x-anima-cache': 'miss' }),
        },
        onAnswer:
          wanted.stores || key !== null
            ? (contentType, text) => {
                const read = { contentType, body: text };
                store(conversation, caller, read, { storesTurns: wanted.stores, key });
              }
            : null,
      });
      return reply;
    };

    void app.register(async (proxy) => {
      proxy.removeAllContentTypeParsers();
      proxy.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      proxy.addHook('onRequest', async (request, reply) => {
        if (upstream === null)
          throw new AppError('not_found', `This proxy is off. Set ${setting} to the address of an upstream`);
        reserve(request, reply);
      });
      proxy.route({
        method: ['GET', 'POST', 'DELETE'],
        url: `${prefix}/*`,
        bodyLimit: maxBodyBytes,
        config: {
          contentTypes: ['*'],
          tokenHeader: TOKEN_HEADER,
          errors: ['upstream_unavailable'],
          problemExtension: problem,
        },
        schema: {
          hide: true,
          operationId: `proxy_${name}`,
          querystring: Type.Record(Type.String(), Type.Unknown()),
        },
        handler: answer,
      });
    });
  }
  return memory.end;
}

/** Limits the requests and the size of all their bodies, before a body is read. */
function createReservation(maxBodyBytes: number): (request: FastifyRequest, reply: FastifyReply) => void {
  const slots = createCallerPlaces('proxied requests', SLOTS);
  let heldBytes = 0;
  return (request, reply) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    const bytes = isChunked ? maxBodyBytes : Math.min(announced, maxBodyBytes);
    if (heldBytes + bytes > MAX_HELD_BYTES)
      throw new AppError('too_many_requests', 'The bodies of the running requests are too large', {
        headers: { 'retry-after': '5' },
      });
    const release = slots.take(request.identity.caller);
    heldBytes += bytes;
    reply.raw.once('close', () => {
      heldBytes -= bytes;
      release();
    });
  };
}

/** A compressed request passes through unread. */
const isPlain = ({ headers }: FastifyRequest): boolean =>
  ['', 'identity'].includes((headers['content-encoding'] ?? '').toLowerCase());

/** Parses a body; null if it is not a JSON object: the upstream explains its errors itself. */
function parseFields(body: Buffer): Fields | null {
  try {
    const fields: unknown = JSON.parse(body.toString('utf8'));
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? (fields as Fields)
      : null;
  } catch {
    return null;
  }
}
