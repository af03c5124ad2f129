import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  McpServer,
} from '@modelcontextprotocol/server';
import { namedAgent } from '../http/client-name.js';
import { EVERYWHERE } from '../http/current-project.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { type AvatarToolName, avatarToolDefinitions } from './avatar-tool-definitions.js';
import {
  describeIn,
  instructionsFor,
  type ToolDefinition,
  type ToolName,
  toolDefinitions,
} from './tool-definitions.js';
import { ToolData } from './tool-result.js';
import { toolArguments } from './tool-schema.js';

export interface ToolCall {
  name: ToolName;
  /** Arguments that match the schema of the tool. */
  arguments: Record<string, unknown>;
  /** The calling agent. */
  agentId: string;
  /** The agent to whose memories the call is limited; null if the agent is not isolated. */
  confinedAgent: string | null;
  /** The client allows calls of its model, see sample-client.ts. */
  canSample: boolean;
  /** The responses of the client's model; null for a first call. Untrusted, like the arguments. */
  sampled: Sampled | null;
  /** Aborted when the client cancels the call or disconnects. */
  signal: AbortSignal;
}

export interface Sampled {
  /** The state that was sent with the request. */
  state: string;
  answers: Readonly<Record<string, unknown>>;
}

export type RunTool = (call: ToolCall) => Promise<CallToolResult | InputRequiredResult>;

/** A call of a tool of the avatar service, see avatar-tools.ts. */
export interface AvatarCall {
  name: AvatarToolName;
  arguments: Record<string, unknown>;
  /** The isolated agent; null if the agent is not isolated. */
  confinedAgent: string | null;
  /** Sends the progress from 0 to 1 to the client; `null` if the client did not request progress. */
  progress: ((fraction: number, message: string) => void) | null;
  signal: AbortSignal;
}

export type RunAvatarTool = (call: AvatarCall) => Promise<CallToolResult>;

/** Time limit for the client to call its model or to ask its user. */
const SAMPLING_LIMIT_MS = 120_000;

const outputSchema = toolArguments(ToolData);
const tools = configsOf(toolDefinitions);
const avatarTools = configsOf(avatarToolDefinitions);

function configsOf<Name extends string>(definitions: Readonly<Record<Name, ToolDefinition>>) {
  return Object.entries<ToolDefinition>(definitions).map(([name, definition]) => ({
    name: name as Name,
    config: {
      description: definition.description,
      inputSchema: toolArguments(definition.arguments),
      annotations: definition.annotations,
      ...(definition.returnsMemories && { outputSchema }),
    },
  }));
}

/**
 * Creates an MCP server for one connection or one HTTP request. `agentId` is the caller if the transport
 * knows it; otherwise the name of the client is used, else "default".
 */
export function createMcpServer(options: {
  version: string;
  agentId: string | null;
  confinedAgent?: string | null;
  /** Name of the current project, if the transport knows it. */
  project?: string | null;
  runTool: RunTool;
  /** Runs the tools of the avatar service; if `null`, they are not listed. */
  runAvatarTool?: RunAvatarTool | null;
}): McpServer {
  const { project = null } = options;
  const server = new McpServer(
    { name: 'anima-memory', title: 'Anima memory', version: options.version },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: instructionsFor(project),
      inputRequired: { roundTimeoutMs: SAMPLING_LIMIT_MS },
    },
  );
  for (const { name, config } of tools) {
    server.registerTool(name, { ...config, description: describeIn(project, name) }, (args, context) => {
      // Part of the request since revision 2026-07-28, and of the handshake before.
      const envelope: Record<string, unknown> = { ...context.mcpReq.envelope };
      const client = envelope[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
      const abilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
      const { inputResponses: answers, requestState } = context.mcpReq;
      const state = requestState();
      return options.runTool({
        name,
        arguments: withProject(name, args as Record<string, unknown>, project),
        agentId: options.agentId ?? namedAgent((client as { name?: unknown } | undefined)?.name) ?? 'default',
        confinedAgent: options.confinedAgent ?? null,
        canSample: (abilities as { sampling?: unknown } | undefined)?.sampling !== undefined,
        sampled: typeof state === 'string' && answers !== undefined ? { state, answers } : null,
        signal: context.mcpReq.signal,
      });
    });
  }
  const { runAvatarTool = null } = options;
  if (runAvatarTool === null) return server;
  for (const { name, config } of avatarTools) {
    server.registerTool(name, config, (args, { mcpReq }) => {
      const token = mcpReq._meta?.progressToken;
      const report = (progress: number, message: string) => {
        const params = { progressToken: token!, progress, total: 1, message };
        // The signal reports a client that has disconnected.
        mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
      };
      return runAvatarTool({
        name,
        arguments: args as Record<string, unknown>,
        confinedAgent: options.confinedAgent ?? null,
        progress: token === undefined ? null : report,
        signal: mcpReq.signal,
      });
    });
  }
  return server;
}

/** The caller of a tool, with its dependencies. */
export interface Caller extends Omit<ToolCall, 'name' | 'arguments'> {
  deps: MemoryDependencies;
}

/**
 * Adds the current project to the arguments of a call without a project, so that an agent stores and reads
 * under the same name as the hooks. `null` means that the project is unknown.
 */
export function withProject(
  name: ToolName,
  args: Record<string, unknown>,
  project: string | null,
): Record<string, unknown> {
  switch (name) {
    case 'remember': {
      const { project: named = project, ...rest } = args;
      return named === null || named === EVERYWHERE ? rest : { ...rest, project: named };
    }
    case 'project_context':
      return project === null ? args : { project_id: project, ...args };
    case 'audit':
      return project === null || args.scope !== 'project' ? args : { project_id: project, ...args };
    default:
      return args;
  }
}
