import type { ErrorTable } from '@anima/service/errors';

/** What the memory service refuses beyond what both services share. */
export const memoryErrors = {
  memory_not_found: { status: 404, title: 'There is no such memory, or it is archived' },
  project_not_found: { status: 404, title: 'There is no such project' },
  content_too_large: { status: 413, title: 'The content is too large' },
  query_too_large: { status: 413, title: 'The query is too long' },
  too_many_shares: { status: 409, title: 'The memory is shared with too many agents by name' },
  too_many_projects: { status: 409, title: 'There are too many projects' },
  project_unknown: { status: 422, title: 'No project has this id' },
  secret_refused: { status: 422, title: 'The content holds a secret' },
  not_a_directory: { status: 422, title: 'The path is not a directory' },
  output_exists: { status: 409, title: 'The output file exists' },
  not_an_archive: { status: 422, title: 'The file is not an archive of this service' },
  archive_damaged: { status: 422, title: 'The archive is damaged' },
  wrong_passphrase: { status: 422, title: 'The passphrase does not open the archive' },
  passphrase_required: { status: 422, title: 'The archive is encrypted' },
  archive_too_large: { status: 413, title: 'The archive is too large' },
  foreign_format_unknown: { status: 422, title: 'The file is of no known format' },
  foreign_file_unreadable: { status: 422, title: 'The file cannot be read' },
  foreign_file_too_large: { status: 413, title: 'The memory file is too large' },
  too_many_foreign_files: { status: 422, title: 'The folder holds too many memory files' },
  audit_run_not_found: { status: 404, title: 'There is no such audit run' },
  audit_finding_not_found: { status: 404, title: 'The audit run has no such finding' },
  audit_running: { status: 409, title: 'An audit is running' },
  merge_refused: { status: 409, title: 'These memories cannot be merged' },
  overloaded: { status: 503, title: 'Too much is waiting to be embedded' },
} as const satisfies ErrorTable;
