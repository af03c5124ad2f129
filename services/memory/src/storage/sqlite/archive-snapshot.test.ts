import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArchiveSnapshot } from '../../archive/archive-store.js';
import type { ArchivedMemory } from '../../archive/memory-record.js';
import { newMemory } from '../../memory/memory-store.contract.js';
import type { NewMemory } from '../../memory/memory-store.js';
import { changeMemory, insertMemories } from '../../memory/write-memories.js';
import { openSqliteStore } from '../../testing/open-sqlite-store.js';
import { openArchiveSnapshot } from './archive-snapshot.js';

let under: ReturnType<typeof openSqliteStore>;

const everything = {
  memories: true,
  projects: true,
  auditRuns: true,
  createdAfter: null,
  createdBefore: null,
  projectIds: null,
};

const insert = (memories: NewMemory[]) => under.withTransaction((tx) => insertMemories(tx, memories));

beforeEach(async () => {
  under = openSqliteStore();
  await insert(Array.from({ length: 10 }, (_, i) => newMemory({ content: `${i}`.padEnd(1 << 18) })));
});
afterEach(() => under.dispose());

const open = () => openArchiveSnapshot(join(under.dataDir, 'memory.db'));

/** Yields the memories. Each content fills a page, so each page has one memory. */
async function* pagesOf(snapshot: ArchiveSnapshot): AsyncGenerator<[ArchivedMemory]> {
  for await (const page of snapshot.memories(everything)) {
    if (page.length > 0) yield [...page] as [ArchivedMemory];
    expect(page.length).toBeLessThanOrEqual(1);
  }
}

async function firstOf(snapshot: ArchiveSnapshot): Promise<ArchivedMemory | undefined> {
  for await (const [memory] of pagesOf(snapshot)) return memory;
  return undefined;
}

describe('a snapshot', () => {
  it('does not change when others write, even between two of its rows', async () => {
    const snapshot = open();
    const contents: string[] = [];
    for await (const [{ memory }] of pagesOf(snapshot)) {
      contents.push(memory.content[0]!);
      if (contents.length === 1) {
        await insert([newMemory({ content: 'later', project: under.projects.propose('later') })]);
        const archive = { kind: 'archived' as const, agentId: 'a', at: 1, fields: { archivedAt: 1 } };
        await under.withTransaction((tx) => changeMemory(tx, memory.memoryId, () => archive));
      }
    }
    expect(contents).toEqual(Array.from({ length: 10 }, (_, i) => `${i}`));
    expect(snapshot.counts(everything)).toEqual({ projects: 0, memories: 10, audit_runs: 0 });
    expect(await firstOf(snapshot)).toMatchObject({ memory: { archivedAt: null }, history: [] });
    snapshot.close();

    const next = open();
    expect(next.counts(everything)).toEqual({ projects: 1, memories: 11, audit_runs: 0 });
    expect(await firstOf(next)).toMatchObject({
      memory: { archivedAt: 1 },
      history: [{ revision: 2, change: 'archived' }],
    });
    next.close();
  });

  it('releases the old state when it is closed, even in the middle of a list', async () => {
    const snapshot = open();
    const pages = pagesOf(snapshot);
    await pages.next();
    const { db } = under;
    await insert([newMemory()]);
    const checkpoint = () => db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    db.exec('PRAGMA busy_timeout = 0');
    expect(checkpoint().busy).toBe(1);
    snapshot.close();
    expect(checkpoint().busy).toBe(0);
  });
});
