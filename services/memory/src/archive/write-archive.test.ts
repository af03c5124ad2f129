import { expect, it } from 'vitest';
import { newMemory } from '../memory/memory-store.contract.js';
import { storedMemory } from '../memory/new-memory.js';
import type { ArchiveSelection, ArchiveSnapshot } from './archive-store.js';
import type { ArchivedMemory } from './memory-record.js';
import { readArchive } from './read-archive.js';
import { writeArchive } from './write-archive.js';

const everything: ArchiveSelection = {
  memories: true,
  projects: true,
  auditRuns: true,
  createdAfter: null,
  createdBefore: null,
  projectIds: null,
};

function snapshotOf(memories: readonly ArchivedMemory[]): ArchiveSnapshot {
  return {
    counts: () => ({ projects: 0, memories: memories.length, audit_runs: 0 }),
    projects: () => pages(),
    memories: () => pages(memories),
    auditRuns: () => pages(),
    relations: () => pages(),
    close: () => {},
  };
}

async function* pages<T>(...each: (readonly T[])[]) {
  yield* each;
}

function archived(tags: string[], changes = {}): ArchivedMemory {
  return {
    memory: storedMemory(
      newMemory({ content: 'a backslash and letters: \\ud83d', type: 'fact', sourceAgent: 'ann', tags }),
      1,
    ),
    history: [{ revision: 2, change: 'updated', agentId: 'ann', at: 0, changes }],
  };
}

it('replaces lone surrogates, so that the archive can be read', async () => {
  const memory = archived(['\ud83d', 'whole 🥊'], { tags: { from: ['x\udc00'], to: [] } });
  const pieces = writeArchive(snapshotOf([memory]), everything, { createdAt: 0, serviceVersion: '0' });
  const read = [];
  for await (const entry of readArchive(pieces)) read.push(entry);
  expect(read).toMatchObject([
    {
      record: {
        content: 'a backslash and letters: \\ud83d',
        tags: ['\ufffd', 'whole 🥊'],
        history: [{ changes: { tags: { from: ['x\ufffd'], to: [] } } }],
      },
    },
  ]);
});
