import { randomUUID } from 'node:crypto';
import { createArchiveDigest } from '../archive/archive-format.js';
import type { MemoryArchiveRecord } from '../archive/memory-record.js';

/** Returns the record that /export writes for a global memory that was never changed. */
export function memoryRecord(fields: Partial<MemoryArchiveRecord> = {}): MemoryArchiveRecord {
  const time = '2026-03-01T09:30:00.000Z';
  return {
    memory_id: randomUUID(),
    content: 'We deploy on Fridays',
    type: 'decision',
    importance: 0.5,
    project_id: null,
    project: null,
    tags: [],
    source_agent: 'ann',
    created_at: time,
    updated_at: time,
    occurred_at: null,
    expires_at: null,
    archived_at: null,
    shared_with: [],
    superseded_by: null,
    merged_from: [],
    access_count: 0,
    last_accessed_at: null,
    conversation_id: null,
    implied_conversation: null,
    speaker: null,
    metadata: { origin: 'api', source_path: null, source_line: null, source_key: null },
    history: [],
    ...fields,
  };
}

/** Returns an archive of these records with matching counts and digest. The records can be invalid. */
export function archiveOf(lists: {
  projects?: unknown[];
  memories?: unknown[];
  audit_runs?: unknown[];
  relations?: unknown[];
}) {
  const { projects = [], memories = [], audit_runs = [], relations = [] } = lists;
  const digest = createArchiveDigest();
  for (const record of projects) digest.add('projects', record);
  for (const record of memories) digest.add('memories', record);
  for (const record of audit_runs) digest.add('audit_runs', record);
  for (const record of relations) digest.add('relations', record);
  const header = {
    format: 'anima-memory-archive',
    version: 1,
    created_at: '2026-03-02T00:00:00.000Z',
    service_version: '0.1.0',
    counts: digest.counts(),
  };
  const withRelations = relations.length === 0 ? {} : { relations };
  return { ...header, projects, memories, audit_runs, ...withRelations, sha256: digest.finish(header) };
}
