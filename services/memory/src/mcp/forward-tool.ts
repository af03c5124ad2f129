import { readText } from '@anima/calls/read-body';
import type { AccessToken } from '@anima/service/access-token';
import { AppError } from '@anima/service/errors';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { RunTool, ToolCall } from './mcp-server.js';
import type { ServiceLink } from './service-link.js';
import { toolDefinitions } from './tool-definitions.js';
import { errorResult, toolError, unexpectedToolError } from './tool-errors.js';

/** The protocol revision of the requests: independent of each other, with plain JSON responses. */
const REVISION = '2026-07-28';
const MAX_TRIES = 3;

/** Runs the tools on another process, or on the service in this process, over HTTP. */
export function createToolForwarder(options: {
  link: ServiceLink;
  tokens: readonly AccessToken[];
  version: string;
  onError: (error: unknown) => void;
}): RunTool {
  const { link } = options;
  return async (call) => {
    for (let attempt = 1; ; attempt++) {
      let url: string;
      try {
        url = await link.reach();
      } catch (error) {
        if (error instanceof AppError) return toolError(error);
        options.onError(error);
        return unexpectedToolError();
      }
      const outcome = await send(url, call, options);
      if (outcome.kind === 'answered') return outcome.result;
      link.lost(url);
      const mayRepeat = outcome.kind === 'not begun' || toolDefinitions[call.name].annotations.readOnlyHint;
      if (mayRepeat && attempt < MAX_TRIES) continue;
      return errorResult(
        outcome.kind === 'not begun'
          ? `unavailable: the memory service at ${url} is unreachable. Call again in a few seconds.`
          : 'unavailable: the connection to the memory service broke during the call, which may or may not have had an effect. Check with search before you call again.',
      );
    }
  };
}

type Outcome =
  | { kind: 'answered'; result: CallToolResult | InputRequiredResult }
  /** It is certain that the call had no effect. */
  | { kind: 'not begun' }
  | { kind: 'broken' };

async function send(
  url: string,
  call: ToolCall,
  { tokens, version }: { tokens: readonly AccessToken[]; version: string },
): Promise<Outcome> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}/mcp`, {
      method: 'POST',
      signal: call.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': REVISION,
        'mcp-method': 'tools/call',
        'mcp-name': call.name,
        ...callerHeaders(tokens, call.agentId),
      },
      body: JSON.stringify(toolsCall(call, version)),
    });
    text = await readText(response, call.signal);
  } catch (error) {
    if (call.signal.aborted) throw error;
    return { kind: wasRefused(error) ? 'not begun' : 'broken' };
  }
  // While the service stops, it returns 503 before it processes a request.
  if (response.status === 503) return { kind: 'not begun' };
  return { kind: 'answered', result: readAnswer(response, text, url) };
}

function toolsCall(call: ToolCall, version: string): object {
  return {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: call.name,
      arguments: call.arguments,
      _meta: {
        [PROTOCOL_VERSION_META_KEY]: REVISION,
        [CLIENT_INFO_META_KEY]: { name: 'anima-mcp', version },
        [CLIENT_CAPABILITIES_META_KEY]: call.canSample ? { sampling: {} } : {},
      },
      ...(call.sampled && { requestState: call.sampled.state, inputResponses: call.sampled.answers }),
    },
  };
}

/** Chooses the agent's own token, else a token for any agent, else the first token. */
function callerHeaders(tokens: readonly AccessToken[], agentId: string): Record<string, string> {
  const token =
    tokens.find(({ agent }) => agent === agentId) ?? tokens.find(({ agent }) => agent === null) ?? tokens[0];
  return {
    'x-agent-id': token?.agent ?? agentId,
    ...(token === undefined ? {} : { authorization: `Bearer ${token.token}` }),
  };
}

function readAnswer(response: Response, text: string, url: string): CallToolResult | InputRequiredResult {
  const body = parseObject(text);
  if (isQuestion(body.result)) return body.result;
  if (isToolResult(body.result)) {
    const { content, isError, structuredContent } = body.result;
    return {
      content,
      ...(isError === true ? { isError } : {}),
      ...(structuredContent === undefined ? {} : { structuredContent }),
    };
  }
  const { error, detail } = body as { error?: { message?: unknown }; detail?: unknown };
  if (response.status === 401 || response.status === 403)
    return errorResult(
      `The memory service at ${url} rejected the call: ${detail}. Set MEMORY_API_TOKEN to a valid token.`,
    );
  const reason = error?.message ?? detail;
  if (typeof reason === 'string')
    return errorResult(`The memory service at ${url} rejected the call: ${reason}`);
  return errorResult(
    `The server at ${url} is not a memory service with MCP (HTTP ${response.status}). Set MEMORY_URL.`,
  );
}

/** Returns whether the service requests input. The caller gets the input and calls again. */
function isQuestion(result: unknown): result is InputRequiredResult {
  return (
    typeof result === 'object' &&
    result !== null &&
    'resultType' in result &&
    result.resultType === 'input_required'
  );
}

function isToolResult(result: unknown): result is CallToolResult {
  return (
    typeof result === 'object' && result !== null && 'content' in result && Array.isArray(result.content)
  );
}

/** Parses a JSON object; returns an empty object for any other text. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function wasRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return cause?.code === 'ECONNREFUSED';
}
