import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ServiceApp } from '@anima/service/http';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Callers } from './callers.js';
import { CONFINED_HEADER, namedAgent, sessionIdFor } from './client-name.js';
import { projectIn } from './current-project.js';

/** The reason can contain method and tool names of the caller. */
const MAX_REASON_LENGTH = 200;
const JsonRpcMessage = Type.Unsafe<unknown>({
  type: ['object', 'array'],
  description: 'A JSON-RPC 2.0 message, or a batch of them',
});
const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: JsonRpcMessage } },
});

/**
 * POST /mcp: the tools for MCP clients. There are no sessions, so GET and DELETE, which would listen to a
 * session and end it, return 405 like any unsupported method. The MCP code is loaded with the first request;
 * it calls `onRefused` for requests that violate the protocol.
 */
export function mcpRoutes(
  app: ServiceApp,
  callers: Callers,
  load: (onRefused: (error: Error) => void) => Promise<McpHttpHandler>,
): void {
  let loading: Promise<McpHttpHandler> | undefined;
  const loadHandler = () => {
    loading ??= load(({ message }) =>
      app.log.info({ reason: message.slice(0, MAX_REASON_LENGTH) }, 'mcp request rejected'),
    );
    return loading;
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const handler = await loadHandler();
    const takesJsonOnly = acceptsJsonOnly(request.headers.accept);
    const webRequest = toWebRequest(request, reply, callers.confinedAgent(request));
    if (takesJsonOnly) webRequest.headers.set('accept', 'application/json, text/event-stream');
    const response = await handler.fetch(webRequest, { parsedBody: request.body });
    return send(reply, takesJsonOnly ? await asJson(response, request.body) : response, request.body);
  };

  app.post(
    '/mcp',
    {
      schema: {
        operationId: 'mcp',
        summary:
          'Call the MCP tools remember, recall, search, get, forget, supersede, share, project_context, audit and judge, and speak, render, voices and faces of the avatar service',
        description:
          'The Model Context Protocol over streamable HTTP, revisions 2024-11-05 to 2026-07-28, without sessions. `npm run mcp` offers the same tools over stdio.',
        tags: ['mcp'],
        body: JsonRpcMessage,
        response: {
          200: {
            description: 'The response, as JSON or as server-sent events',
            content: {
              'application/json': { schema: JsonRpcMessage },
              'text/event-stream': { schema: Type.String() },
            },
          },
          202: { description: 'The notification was accepted', type: 'null' },
          400: refusal('The request violates the protocol'),
          406: refusal('The client does not accept both media types of a response'),
        },
      },
    },
    answer,
  );
  // Some clients add a slash to the address.
  app.post('/mcp/', { schema: { hide: true, operationId: 'mcpWithSlash', body: JsonRpcMessage } }, answer);
}

/** Creates a web request whose headers name the verified agent, not the claimed one. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply, confinedAgent: string | null): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  for (const [name, agent] of [
    ['x-agent-id', request.agentId],
    [CONFINED_HEADER, confinedAgent],
  ] as const) {
    headers.delete(name);
    if (agent !== null) headers.set(name, agent);
  }
  // Checked here, so that a wrong name is rejected like other headers.
  projectIn(headers);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // The handler does not use the address.
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal: gone.signal });
}

/** Returns whether a client accepts only JSON, although the protocol requires event streams too. */
function acceptsJsonOnly(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  const types = accept.split(',').map((type) => type.split(';', 1)[0]!.trim().toLowerCase());
  const takesJson = ['*/*', 'application/*', 'application/json'].some((type) => types.includes(type));
  return takesJson && !types.includes('text/event-stream');
}

/** Converts an event stream to JSON: one message, or a list for a batch; no progress notifications. */
async function asJson(response: Response, body: unknown): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const messages = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data:') && line.length > 'data:'.length + 1)
    .map((line) => JSON.parse(line.slice('data:'.length)) as { id?: unknown })
    .filter(({ id, ...rest }) => id !== undefined && ('result' in rest || 'error' in rest));
  const headers = new Headers(response.headers);
  headers.set('content-type', 'application/json');
  return new Response(JSON.stringify(Array.isArray(body) ? messages : (messages[0] ?? null)), {
    status: response.status,
    headers,
  });
}

function send(reply: FastifyReply, response: Response, body: unknown): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'connection') reply.header(name, value);
  }
  const clientName = namedAgent(clientNameIn(body));
  if (clientName !== null && response.ok) reply.header('mcp-session-id', sessionIdFor(clientName));
  return response.body === null
    ? reply.send()
    : reply.send(Readable.fromWeb(response.body as ReadableStream));
}

/** Returns the client's name of a handshake; undefined for every other message. */
function clientNameIn(body: unknown): unknown {
  const { method, params } = (body ?? {}) as {
    method?: unknown;
    params?: { clientInfo?: { name?: unknown } } | null;
  };
  return method === 'initialize' ? params?.clientInfo?.name : undefined;
}
