import type { AppError } from '@anima/service/errors';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Next steps of an agent after an error, in addition to its message. */
const nextSteps: Record<string, string> = {
  memory_not_found:
    'Find its memory_id with recall or search; with include_archived, search and get show archived ones too.',
  content_too_large: 'Split it into several memories of one statement each.',
  query_too_large: 'Ask in one or two sentences.',
  project_unknown: 'Use the name of the project; a new name makes a new project.',
  too_many_projects: 'Use the name of a project there is.',
  too_many_shares: 'Share it with all agents, or leave the shares as they are.',
  secret_refused: 'Leave the secret out, say where it is kept instead, and call remember again.',
  forbidden: 'Store what you know as a memory of your own, or ask the user.',
  overloaded: 'Wait a few seconds and call again.',
  verdict_refused: 'Leave that pair out and call again.',
  audit_running: 'Call again when the running one has ended, in about ten seconds.',
  storage_full: 'Tell the user: nothing can be stored until there is space on the disk.',
};

/**
 * Converts an error to a result, so that the model reads it and can correct the call. The call had no effect.
 */
export function toolError(error: AppError): CallToolResult {
  const next = nextSteps[error.code];
  const message = error.message.replace(/\.$/, '');
  return errorResult(`${error.code}: ${message}.${next === undefined ? '' : ` ${next}`}`);
}

/** Returns the result for an unexpected error. The log contains the details. */
export function unexpectedToolError(): CallToolResult {
  return errorResult(
    'internal: the memory service failed unexpectedly; its log says why. Call again once, then go on without it.',
  );
}

export function errorResult(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
