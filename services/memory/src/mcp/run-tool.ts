import { AppError } from '@anima/service';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { MemoryDependencies } from '../domain/dependencies.js';
import type { TextLimits } from '../routes/request-fields.js';
import { auditTool, type RunAudit } from './audit-tool.js';
import type { RunTool } from './mcp-server.js';
import { forgetTool, getTool, rememberTool, shareTool } from './memory-tools.js';
import { projectContextTool } from './project-tools.js';
import { recallTool, searchTool } from './recall-tools.js';
import type { ToolArguments, ToolName } from './tool-definitions.js';
import { toolError, unexpectedToolError } from './tool-errors.js';

type Tools = {
  [Name in ToolName]: (args: ToolArguments<Name>, agentId: string) => string | Promise<string>;
};

/** Runs the tools on this service. Answers are text: what a client shows its model, it shows as text. */
export function createToolRunner(
  deps: MemoryDependencies,
  limits: TextLimits,
  runAudit: RunAudit,
  onError: (error: unknown) => void,
): RunTool {
  const tools: Tools = {
    remember: (args, agentId) => rememberTool(deps, limits, args, agentId),
    recall: (args) => recallTool(deps, limits, args),
    search: (args) => searchTool(deps, limits, args),
    get: (args) => getTool(deps, args),
    forget: (args, agentId) => forgetTool(deps, args, agentId),
    share: (args, agentId) => shareTool(deps, args, agentId),
    project_context: (args, agentId) => projectContextTool(deps, args, agentId),
    audit: (args) => auditTool(deps, runAudit, args),
  };
  return async (call): Promise<CallToolResult> => {
    // The server has checked the arguments against the schema of this very tool.
    const run = tools[call.name] as (args: object, agentId: string) => string | Promise<string>;
    try {
      return { content: [{ type: 'text', text: await run(call.arguments, call.agentId) }] };
    } catch (error) {
      if (error instanceof AppError && error.code !== 'internal') return toolError(error);
      onError(error);
      return unexpectedToolError();
    }
  };
}
