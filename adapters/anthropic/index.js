import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';

export function animaMemoryTool(client, { project, tool } = {}) {
  const scope = project === undefined ? {} : { project };
  const run = async (command) => {
    const { content, is_error } = await client.memoryTool({ ...command, ...scope });
    if (is_error) throw new ToolError(content);
    return content;
  };
  const handlers = { view: run, create: run, str_replace: run, insert: run, delete: run, rename: run };
  return betaMemoryTool(handlers, tool);
}
