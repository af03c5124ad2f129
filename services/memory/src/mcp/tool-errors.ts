import type { AppError } from '@anima/service/errors';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Next steps of an agent after an error, in addition to its message. */
const nextSteps: Record<string, string> = {
  memory_not_found:
    'Find its memory_id with recall or search. With include_archived, search and get also return archived memories.',
  content_too_large: 'Split it into several memories of one statement each.',
  query_too_large: 'Ask in one or two sentences.',
  project_unknown: 'Use the name of the project; a new name makes a new project.',
  too_many_projects: 'Use the name of an existing project.',
  too_many_shares: 'Share it with all agents, or leave the shares as they are.',
  secret_refused: 'Remove the secret, state where it is stored instead, and call remember again.',
  forbidden: 'Store your knowledge in a new memory, or ask the user.',
  overloaded: 'Wait a few seconds and call again.',
  verdict_refused: 'Omit that pair and call again.',
  audit_running: 'Call again when the running one has ended, in about ten seconds.',
  storage_full: 'Tell the user: nothing can be stored until there is space on the disk.',
};

/** Converts an error to a result that the model can read. The call had no effect. */
export function toolError(error: AppError): CallToolResult {
  const next = nextSteps[error.code];
  const message = error.message.replace(/\.$/, '');
  return errorResult(`${error.code}: ${message}.${next === undefined ? '' : ` ${next}`}`);
}

/** Returns the result for an unexpected error. The log contains the details. */
export function unexpectedToolError(): CallToolResult {
  return errorResult(
    'internal: the memory service failed unexpectedly; its log has the reason. Call again once, then continue without it.',
  );
}

export function errorResult(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
