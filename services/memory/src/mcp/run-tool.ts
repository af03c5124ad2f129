import { AppError } from '@anima/service/errors';
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { AuditCalls } from '../audit/audit-calls.js';
import type { TextLimits } from '../http/text-limits.js';
import { requireAdministrator } from '../memory/agent-view.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { auditTool } from './audit-tool.js';
import { judgeTool } from './judge-tool.js';
import type { Caller, RunTool } from './mcp-server.js';
import { forgetTool, getTool, rememberTool, shareTool, supersedeTool } from './memory-tools.js';
import { projectContextTool } from './project-tools.js';
import { recallTool, searchTool } from './recall-tools.js';
import type { ToolArguments, ToolName } from './tool-definitions.js';
import { toolError, unexpectedToolError } from './tool-errors.js';
import type { ToolResult } from './tool-result.js';
import { createShownPages } from './undecided-pairs.js';

type Tools = {
  [Name in ToolName]: (args: ToolArguments<Name>, caller: Caller) => Answer | Promise<Answer>;
};

/** A result, or a request to the client. */
type Answer = string | ToolResult | InputRequiredResult;

/**
 * Creates the function that runs the tools on this service with the dependencies of the caller (`viewOf`).
 * A result is text, which clients show to their models, and for most tools also data with the same information.
 */
export function createToolRunner(
  viewOf: (confinedAgent: string | null) => MemoryDependencies,
  limits: TextLimits,
  audits: AuditCalls,
  onError: (error: unknown) => void,
): RunTool {
  const pages = createShownPages();
  const tools: Tools = {
    remember: (args, { deps, agentId }) => rememberTool(deps, limits, args, agentId),
    recall: (args, { deps }) => recallTool(deps, limits, args),
    search: (args, { deps }) => searchTool(deps, limits, args),
    get: (args, { deps }) => getTool(deps, args),
    forget: (args, { deps, agentId }) => forgetTool(deps, args, agentId),
    supersede: (args, { deps, agentId }) => supersedeTool(deps, args, agentId),
    share: (args, { deps, agentId }) => shareTool(deps, args, agentId),
    project_context: (args, { deps, agentId }) => projectContextTool(deps, args, agentId),
    audit: (args, caller) => {
      requireAdministrator(caller.confinedAgent);
      return auditTool(caller, audits, pages, args);
    },
    judge: (args, { agentId, confinedAgent }) => {
      requireAdministrator(confinedAgent);
      return judgeTool(audits, pages, args, agentId);
    },
  };
  return async ({ name, arguments: args, ...caller }): Promise<CallToolResult | InputRequiredResult> => {
    // The server has checked the arguments against the schema of this tool.
    const run = tools[name] as (args: object, caller: Caller) => Answer | Promise<Answer>;
    try {
      const answer = await run(args, { ...caller, deps: viewOf(caller.confinedAgent) });
      if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
      if (!isToolResult(answer)) return answer;
      const { text, data } = answer;
      return { content: [{ type: 'text', text }], structuredContent: { ...data } };
    } catch (error) {
      if (error instanceof AppError && error.code !== 'internal') return toolError(error);
      onError(error);
      return unexpectedToolError();
    }
  };
}

const isToolResult = (answer: ToolResult | InputRequiredResult): answer is ToolResult => 'data' in answer;
