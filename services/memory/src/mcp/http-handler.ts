import { setImmediate } from 'node:timers/promises';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import pLimit from 'p-limit';
import { agentOfSession, CONFINED_HEADER } from '../http/client-name.js';
import { projectIn } from '../http/current-project.js';
import { createMcpServer, type RunAvatarTool, type RunTool } from './mcp-server.js';

const AGENT_HEADER = 'x-agent-id';
const SESSION_HEADER = 'mcp-session-id';

export interface McpHttpOptions {
  version: string;
  runTool: RunTool;
  runAvatarTool: RunAvatarTool | null;
  /** Receives errors of requests that violate the protocol. */
  onRefused: (error: Error) => void;
}

/**
 * Creates the handler of streamable HTTP. Every request is independent: revision 2026-07-28 has no sessions,
 * and older clients get responses without sessions. `X-Agent-Id` and the isolated agent must have been
 * verified before.
 */
export function createMcpHttpHandler({
  version,
  runTool,
  runAvatarTool,
  onRefused,
}: McpHttpOptions): McpHttpHandler {
  return createMcpHandler(
    ({ requestInfo }) => {
      const { headers } = requestInfo!;
      const agentId = headers.get(AGENT_HEADER) ?? agentOfSession(headers.get(SESSION_HEADER) ?? '');
      return createMcpServer({
        version,
        runTool: runInTurn(runTool),
        runAvatarTool: runAvatarTool && runInTurn(runAvatarTool),
        agentId,
        project: projectIn(headers),
        confinedAgent: headers.get(CONFINED_HEADER),
      });
    },
    { onerror: onRefused },
  );
}

/**
 * Runs the calls of one request in sequence, and yields to the event loop between two of them, so that a
 * batch takes no more capacity than a single call. A call whose client has disconnected is not started.
 */
export function runInTurn<Call extends { signal: AbortSignal }, Answer>(
  runTool: (call: Call) => Promise<Answer>,
): (call: Call) => Promise<Answer> {
  const inTurn = pLimit(1);
  return (call) =>
    inTurn(async () => {
      await setImmediate();
      call.signal.throwIfAborted();
      return runTool(call);
    });
}
