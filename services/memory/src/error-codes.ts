import type { ErrorTable } from '@anima/service';

/** What the memory service refuses beyond what both services share. */
export const memoryErrors = {
  memory_not_found: { status: 404, title: 'There is no such memory, or it is archived' },
  project_not_found: { status: 404, title: 'There is no such project' },
  content_too_large: { status: 413, title: 'The content is too large' },
  query_too_large: { status: 413, title: 'The query is too long' },
  project_unknown: { status: 422, title: 'No project has this id' },
  secret_refused: { status: 422, title: 'The content holds a secret' },
  overloaded: { status: 503, title: 'Too much is waiting to be embedded' },
} as const satisfies ErrorTable;
