import { randomUUID } from 'node:crypto';
import type { KnownProjects } from '../domain/memory/known-projects.js';
import { isArchived, type Memory, type MemoryVectors, type Project } from '../domain/memory/memory.js';
import { storedMemory } from '../domain/memory/new-memory.js';
import type {
  CommittedChange,
  HistoryEntry,
  MemoryCounts,
  MemoryStore,
  StoredMemory,
} from '../ports/memory-store.js';
import type { MemoryWrites } from '../ports/transaction.js';
import type { PlainWrites } from './plain-transactions.js';

interface Row {
  memory: Memory;
  vectors: MemoryVectors;
  changeSeq: number;
  textSeq: number;
  history: readonly HistoryEntry[];
}

/** A memory from elsewhere with all that it brings. */
export interface ImportedMemory {
  memory: Omit<Memory, 'key'>;
  vectors: MemoryVectors;
  history: readonly HistoryEntry[];
}

export interface PlainStore {
  store: Omit<MemoryStore, 'close'>;
  memories: PlainWrites<MemoryWrites>;
  /** As they are now, in the order of their keys. */
  all(): ImportedMemory[];
  /** At once, when a transaction is committed. */
  bringIn(memories: readonly ImportedMemory[]): void;
}

/** MemoryStore as plainly as it can be written: every answer looks at every memory. */
export function createPlainStore({
  projects,
  committed,
}: {
  projects: KnownProjects;
  committed: (change: CommittedChange) => void;
}): PlainStore {
  const databaseId = randomUUID();
  /** In the order of their keys. */
  const rows = new Map<number, Row>();
  const keys = new Map<string, number>();
  let changeSeq = 0;

  const memoryOf = (memoryId: string) => rows.get(keys.get(memoryId) ?? 0)?.memory;
  const all = () => [...rows.values()];
  const imported = () => all().flatMap(({ memory }) => (memory.sourceKey === null ? [] : [memory]));

  function memories(afterCommit: (step: () => void) => void): MemoryWrites {
    const written = new Map<number, Row>();
    const inserted = new Map<string, number>();
    let nextChange = changeSeq;
    afterCommit(() => {
      for (const [key, row] of written) {
        rows.set(key, row);
        keys.set(row.memory.memoryId, key);
        if (row.memory.project !== null) projects.add(row.memory.project);
      }
      changeSeq = nextChange;
    });

    const current = (key: number) => written.get(key) ?? rows.get(key);
    const keyOf = (memoryId: string) => inserted.get(memoryId) ?? keys.get(memoryId);
    function write(row: Omit<Row, 'changeSeq' | 'textSeq'>, told: StoredMemory, before?: Row): void {
      nextChange++;
      const textSeq = told.vectors === null ? before!.textSeq : nextChange;
      written.set(row.memory.key, { ...row, changeSeq: nextChange, textSeq });
      const change = { changeSeq: nextChange, ...told };
      afterCommit(() => committed(change));
    }

    return {
      async forUpdate(memoryIds) {
        return memoryIds
          .map((memoryId) => current(keyOf(memoryId) ?? 0)?.memory)
          .filter((memory) => memory !== undefined);
      },

      async expired(now, limit) {
        return [...new Map([...rows, ...written]).values()]
          .map(({ memory }) => memory)
          .filter(({ archivedAt, expiresAt }) => archivedAt === null && (expiresAt ?? now + 1) <= now)
          .sort((a, b) => a.expiresAt! - b.expiresAt!)
          .slice(0, limit);
      },

      async sourceKeys(project, wanted) {
        return sourceKeysOf([...new Map([...rows, ...written]).values()], project, wanted);
      },

      async insert(given) {
        return given.map((each) => {
          if (keyOf(each.memoryId) !== undefined) throw new Error(`the memory_id ${each.memoryId} is taken`);
          const { vectors } = each;
          const memory = storedMemory(each, rows.size + inserted.size + 1);
          inserted.set(memory.memoryId, memory.key);
          write({ memory, vectors, history: [] }, { memory, vectors });
          return memory;
        });
      },

      async update(changes) {
        for (const { memory, vectors, history } of changes) {
          const before = current(memory.key)!;
          const { accessCount, lastAccessedAt } = before.memory;
          const entry = { revision: before.history.length + 2, ...history };
          const row = {
            memory: { ...memory, accessCount, lastAccessedAt },
            vectors: vectors ?? before.vectors,
            history: [...before.history, entry],
          };
          write(row, { memory, vectors }, before);
        }
      },

      async addAccesses(accesses) {
        for (const { key, count, at } of accesses) {
          const row = current(key)!;
          const { accessCount, lastAccessedAt } = row.memory;
          const memory = {
            ...row.memory,
            accessCount: accessCount + count,
            lastAccessedAt: Math.max(lastAccessedAt ?? 0, at),
          };
          written.set(key, { ...row, memory });
        }
      },
    };
  }

  const store: Omit<MemoryStore, 'close'> = {
    byId: async (memoryId) => memoryOf(memoryId) ?? null,
    async byIds(memoryIds) {
      return memoryIds.map(memoryOf).filter((memory) => memory !== undefined);
    },
    async byKeys(wanted) {
      return wanted.map((key) => rows.get(key)?.memory).filter((memory) => memory !== undefined);
    },

    async history(key) {
      const row = rows.get(key);
      if (row === undefined) return [];
      const { sourceAgent, createdAt } = row.memory;
      const created = { change: 'created' as const, agentId: sourceAgent, at: createdAt, changes: {} };
      return [{ revision: 1, ...created }, ...row.history];
    },

    sourceKeys: async (project, wanted) => sourceKeysOf(all(), project, wanted),
    importedFrom: async (path) => imported().filter(({ sourcePath }) => sourcePath === path),
    importedPaths: async (ending) =>
      [...new Set(imported().map(({ sourcePath }) => sourcePath ?? ''))]
        .filter((path) => path !== '' && path.endsWith(ending))
        .sort(),

    async *changedAfter(since) {
      yield all()
        .filter((row) => row.changeSeq > since)
        .map(({ memory, vectors, textSeq }) => ({ memory, vectors: textSeq > since ? vectors : null }));
    },

    generation: async () => ({ databaseId, changeSeq, memories: rows.size }),
    counts: async (now) =>
      countMemories(
        all().map(({ memory }) => memory),
        now,
      ),
    project: async (idOrName) => projects.find(idOrName),
    proposeProject: async (idOrName) => projects.propose(idOrName),
  };
  function bringIn(brought: readonly ImportedMemory[]): void {
    for (const { memory: given, vectors, history } of brought) {
      const memory = { ...given, key: rows.size + 1 };
      changeSeq++;
      rows.set(memory.key, { memory, vectors, history, changeSeq, textSeq: changeSeq });
      keys.set(memory.memoryId, memory.key);
      if (memory.project !== null) projects.add(memory.project);
      committed({ changeSeq, memory, vectors });
    }
  }

  return { store, memories, all, bringIn };
}

function countMemories(memories: readonly Memory[], now: number): MemoryCounts {
  const tally = (names: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return Object.fromEntries(counts);
  };
  const archived = memories.filter((memory) => isArchived(memory, now)).length;
  return {
    total: memories.length,
    active: memories.length - archived,
    archived,
    global: memories.filter(({ project }) => project === null).length,
    byType: tally(memories.map(({ type }) => type)),
    byProject: tally(memories.flatMap(({ project }) => project?.name ?? [])),
  };
}

function sourceKeysOf(
  rows: readonly { memory: Memory }[],
  project: Project | null | 'any',
  wanted: readonly string[],
): Set<string> {
  const found = rows
    .map(({ memory }) => memory)
    .filter((memory) => project === 'any' || memory.project?.projectId === project?.projectId)
    .map(({ sourceKey }) => sourceKey)
    .filter((key) => key !== null);
  return new Set(found.filter((key) => wanted.includes(key)));
}
