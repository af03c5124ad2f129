import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  McpServer,
} from '@modelcontextprotocol/server';
import { namedAgent } from '../api/client-name.js';
import { EVERYWHERE } from '../api/current-project.js';
import type { MemoryDependencies } from '../domain/dependencies.js';
import { type AvatarToolName, avatarToolDefinitions } from './avatar-tool-definitions.js';
import {
  describeIn,
  instructionsFor,
  type ToolDefinition,
  type ToolName,
  toolDefinitions,
} from './tool-definitions.js';
import { toolArguments } from './tool-schema.js';

export interface ToolCall {
  name: ToolName;
  /** As the tool's schema says. */
  arguments: Record<string, unknown>;
  /** Who calls. */
  agentId: string;
  /** The agent whose memories alone the call may touch; null where it is not confined. */
  confinedAgent: string | null;
  /** The client lets its model be asked, see ask-client.ts. */
  canSample: boolean;
  /** What came of that; null where nothing was asked yet. From outside, as arguments are. */
  sampled: Sampled | null;
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
}

export interface Sampled {
  /** As it was given with the question. */
  state: string;
  answers: Readonly<Record<string, unknown>>;
}

export type RunTool = (call: ToolCall) => Promise<CallToolResult | InputRequiredResult>;

/** A call of a tool of the other service, see avatar-tools.ts. */
export interface AvatarCall {
  name: AvatarToolName;
  arguments: Record<string, unknown>;
  /** The agent that sees nothing of the others; null where it is not confined. */
  confinedAgent: string | null;
  /** Tells the client how far it is, 0 to 1; `null` where it did not ask for that. */
  progress: ((fraction: number, message: string) => void) | null;
  signal: AbortSignal;
}

export type RunAvatarTool = (call: AvatarCall) => Promise<CallToolResult>;

/** What a client takes to ask its model, or the person in front of it. */
const SAMPLING_LIMIT_MS = 120_000;

const tools = configsOf(toolDefinitions);
const avatarTools = configsOf(avatarToolDefinitions);

function configsOf<Name extends string>(definitions: Readonly<Record<Name, ToolDefinition>>) {
  return Object.entries<ToolDefinition>(definitions).map(([name, definition]) => ({
    name: name as Name,
    config: {
      description: definition.description,
      inputSchema: toolArguments(definition.arguments),
      annotations: definition.annotations,
    },
  }));
}

/**
 * One MCP server, for one connection or one HTTP request. `agentId` is who calls, where the transport knows it;
 * else the name the client gives itself counts, else "default".
 */
export function createMcpServer(options: {
  version: string;
  agentId: string | null;
  confinedAgent?: string | null;
  /** Name of the project that is worked in, where the transport knows it. */
  project?: string | null;
  runTool: RunTool;
  /** Runs the tools of the avatar service; `null`: they are not listed. */
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
      // Of the request itself since revision 2026-07-28, of the handshake before.
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
      const tell = (progress: number, message: string) => {
        const params = { progressToken: token!, progress, total: 1, message };
        // Whoever has gone is noticed by the signal.
        mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
      };
      return runAvatarTool({
        name,
        arguments: args as Record<string, unknown>,
        confinedAgent: options.confinedAgent ?? null,
        progress: token === undefined ? null : tell,
        signal: mcpReq.signal,
      });
    });
  }
  return server;
}

/** Who called a tool, and what there is for them. */
export interface Caller extends Omit<ToolCall, 'name' | 'arguments'> {
  deps: MemoryDependencies;
}

/**
 * Adds the current project to the arguments of a call that names none, so that an agent stores and reads under the name by which hooks
 * recall. `null`: the project is not known.
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
