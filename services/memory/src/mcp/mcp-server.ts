import { type CallToolResult, CLIENT_INFO_META_KEY, McpServer } from '@modelcontextprotocol/server';
import { namedAgent } from '../api/client-name.js';
import { serverInstructions, type ToolName, toolDefinitions } from './tool-definitions.js';
import { toolArguments } from './tool-schema.js';

export interface ToolCall {
  name: ToolName;
  /** As the tool's schema says. */
  arguments: Record<string, unknown>;
  /** Who calls. */
  agentId: string;
  /** The agent whose memories alone the call may touch; null where it is not confined. */
  confinedAgent: string | null;
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
}

export type RunTool = (call: ToolCall) => Promise<CallToolResult>;

const tools = Object.entries(toolDefinitions).map(([name, definition]) => ({
  name: name as ToolName,
  config: {
    title: definition.title,
    description: definition.description,
    inputSchema: toolArguments(definition.arguments),
    annotations: definition.annotations,
  },
}));

/**
 * One MCP server, for one connection or one HTTP request. `agentId` is who calls, where the transport knows it;
 * else the name the client gives itself counts, else "default".
 */
export function createMcpServer(options: {
  version: string;
  agentId: string | null;
  confinedAgent?: string | null;
  runTool: RunTool;
}): McpServer {
  const server = new McpServer(
    { name: 'anima-memory', title: 'Anima memory', version: options.version },
    { capabilities: { tools: { listChanged: false } }, instructions: serverInstructions },
  );
  for (const { name, config } of tools) {
    server.registerTool(name, config, (args, context) => {
      // Of the request itself since revision 2026-07-28, of the handshake before.
      const envelope: Record<string, unknown> = { ...context.mcpReq.envelope };
      const client = envelope[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
      return options.runTool({
        name,
        arguments: args as Record<string, unknown>,
        agentId: options.agentId ?? namedAgent((client as { name?: unknown } | undefined)?.name) ?? 'default',
        confinedAgent: options.confinedAgent ?? null,
        signal: context.mcpReq.signal,
      });
    });
  }
  return server;
}
