import { expect, it } from 'vitest';
import type { ArchiveSnapshot } from '../../ports/archive-store.js';
import { memoryRecord } from '../../testing/archive-text.js';
import { type ArchivedMemory, readMemoryRecord } from './memory-record.js';
import { readArchive } from './read-archive.js';
import { writeArchive } from './write-archive.js';

it('writes what can be read again, also of tags from when nobody looked for halves of characters', async () => {
  const record = memoryRecord({ tags: ['deploy', 'caf\ud83d'], content: 'A literal \\ud83d is no half' });
  const snapshot: ArchiveSnapshot = {
    counts: () => ({ projects: 0, memories: 1, audit_runs: 0 }),
    projects: () => [],
    memories: () => [readMemoryRecord(record, { contentBytes: 100 }) as ArchivedMemory],
    auditRuns: () => [],
    close: () => {},
  };
  const selection = {
    memories: true,
    projects: true,
    auditRuns: true,
    createdAfter: null,
    createdBefore: null,
    projectIds: null,
  };
  const archive = writeArchive(snapshot, selection, { createdAt: 0, serviceVersion: '0.1.0' });
  const read: unknown[] = [];
  for await (const entry of readArchive(archive)) read.push(entry.record);
  expect(read).toEqual([{ ...record, tags: ['deploy', 'caf\ufffd'] }]);
});
