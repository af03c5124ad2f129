import { AppError } from '@anima/service/errors';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { TextLimits } from '../api/text-limits.js';
import type { MemoryDependencies } from '../domain/dependencies.js';
import { requireAdministrator } from '../domain/memory/agent-view.js';
import { auditTool, type RunAudit } from './audit-tool.js';
import type { RunTool, ToolCall } from './mcp-server.js';
import { forgetTool, getTool, rememberTool, shareTool, supersedeTool } from './memory-tools.js';
import { projectContextTool } from './project-tools.js';
import { recallTool, searchTool } from './recall-tools.js';
import type { ToolArguments, ToolName } from './tool-definitions.js';
import { toolError, unexpectedToolError } from './tool-errors.js';

type Tools = {
  [Name in ToolName]: (args: ToolArguments<Name>, caller: Caller) => string | Promise<string>;
};

interface Caller extends Pick<ToolCall, 'agentId' | 'confinedAgent'> {
  deps: MemoryDependencies;
}

/**
 * Runs the tools on this service, each on what is there for its caller (`viewOf`). Answers are text: what a client shows its
 * model, it shows as text.
 */
export function createToolRunner(
  viewOf: (confinedAgent: string | null) => MemoryDependencies,
  limits: TextLimits,
  runAudit: RunAudit,
  onError: (error: unknown) => void,
): RunTool {
  const tools: Tools = {
    remember: (args, { deps, agentId }) => rememberTool(deps, limits, args, agentId),
    recall: (args, { deps }) => recallTool(deps, limits, args),
    search: (args, { deps }) => searchTool(deps, limits, args),
    get: (args, { deps }) => getTool(deps, args),
    forget: (args, { deps, agentId }) => forgetTool(deps, args, agentId),
    supersede: (args, { deps, agentId }) => supersedeTool(deps, args, agentId),
    share: (args, { deps, agentId }) => shareTool(deps, args, agentId),
    project_context: (args, { deps, agentId }) => projectContextTool(deps, args, agentId),
    audit: (args, { deps, confinedAgent }) => {
      requireAdministrator(confinedAgent);
      return auditTool(deps, runAudit, args);
    },
  };
  return async (call): Promise<CallToolResult> => {
    // The server has checked the arguments against the schema of this very tool.
    const run = tools[call.name] as (args: object, caller: Caller) => string | Promise<string>;
    const { agentId, confinedAgent } = call;
    try {
      const text = await run(call.arguments, { agentId, confinedAgent, deps: viewOf(confinedAgent) });
      return { content: [{ type: 'text', text }] };
    } catch (error) {
      if (error instanceof AppError && error.code !== 'internal') return toolError(error);
      onError(error);
      return unexpectedToolError();
    }
  };
}
