import { AppError } from '@anima/service/errors';
import type { MemoryStore, StoreGeneration } from '../../memory/memory-store.js';
import { sweepEvery } from '../../storage/sweep.js';
import type { MemoryIndex } from '../index/memory-index.js';
import { applyToIndex } from './index-entry.js';

/** A saved copy of the index next to the database. */
export interface IndexFile {
  /** Returns the saved index with its generation, or the reason why it cannot be used. */
  load(): Promise<{ index: MemoryIndex; generation: StoreGeneration } | { reason: string }>;
  /** Returns false without replacing the saved copy if a write occurred while saving. */
  save(index: MemoryIndex, generation: StoreGeneration): Promise<boolean>;
}

export interface OpenedIndex {
  index: MemoryIndex;
  origin: 'saved' | 'rebuilt';
  /** The reason why the saved index could not be used. */
  reason: string | null;
  /** Number of memories that were read from the store after loading the saved index. */
  replayed: number;
  /** Memories that could not be added to a new index, for /status. Recall does not find them. */
  leftOut: Exclusions[];
  /** The last change that the saved copy contains; 0 without a saved copy. */
  savedChangeSeq: number;
}

export interface Exclusions {
  memoryId: string;
  error: unknown;
}

/**
 * Opens the index in the current state of the store: the saved index with the later changes, or a new index
 * from all memories if the saved one does not match or cannot be updated. A memory that cannot be indexed
 * does not prevent the start.
 */
export async function openIndex(
  store: MemoryStore,
  file: IndexFile,
  create: () => MemoryIndex,
): Promise<OpenedIndex> {
  const saved = await file.load();
  if ('reason' in saved) return rebuild(store, create, saved.reason);
  const { index, generation } = saved;
  await assertNotEmptied(store, generation);
  const caughtUp = await catchUp(store, index, generation);
  if ('reason' in caughtUp) return rebuild(store, create, caughtUp.reason);
  const { replayed } = caughtUp;
  return {
    index,
    origin: 'saved',
    reason: null,
    replayed,
    leftOut: [],
    savedChangeSeq: generation.changeSeq,
  };
}

/**
 * Throws if the database has never contained a memory but the saved index has some: the database was probably
 * replaced by mistake. Without this check the service would appear to have lost all memories, and would save
 * an empty index over the full one.
 */
async function assertNotEmptied(store: MemoryStore, saved: StoreGeneration): Promise<void> {
  const { changeSeq, databaseId } = await store.generation();
  if (changeSeq > 0 || saved.memories === 0 || saved.databaseId === databaseId) return;
  throw new AppError(
    'unavailable',
    `The database memory.db is empty, but memory.index next to it contains ${saved.memories} memories. Restore a copy of the database, or move memory.index away to start without memories`,
  );
}

/** Applies the changes since `saved` to an index; returns the reason if that is impossible. */
async function catchUp(
  store: MemoryStore,
  index: MemoryIndex,
  saved: StoreGeneration,
): Promise<{ replayed: number } | { reason: string }> {
  const now = await store.generation();
  if (saved.databaseId !== now.databaseId) return { reason: 'it belongs to another database' };
  if (saved.changeSeq > now.changeSeq) return { reason: 'the database is older' };
  if (saved.memories !== index.size)
    return { reason: `it contains ${index.size} memories, but states ${saved.memories}` };
  try {
    const replayed = await replay(store, index, saved.changeSeq);
    if (index.size === now.memories) return { replayed };
    return { reason: `it contains ${index.size} memories, the database ${now.memories}` };
  } catch (error) {
    return { reason: `it could not be updated: ${error}` };
  }
}

async function rebuild(store: MemoryStore, create: () => MemoryIndex, reason: string): Promise<OpenedIndex> {
  const index = create();
  const leftOut: Exclusions[] = [];
  const replayed = await replay(store, index, 0, (memoryId, error) => leftOut.push({ memoryId, error }));
  return { index, origin: 'rebuilt', reason, replayed, leftOut, savedChangeSeq: 0 };
}

/** Without `leaveOut`, the first memory that cannot be indexed causes an error. */
async function replay(
  store: MemoryStore,
  index: MemoryIndex,
  since: number,
  leaveOut?: (memoryId: string, error: unknown) => void,
): Promise<number> {
  const { changeSeq } = await store.generation();
  let count = 0;
  for await (const changed of store.changedAfter(since)) {
    for (const each of changed) {
      try {
        applyToIndex(index, each);
        count++;
      } catch (error) {
        if (leaveOut === undefined) throw error;
        leaveOut(each.memory.memoryId, error);
      }
    }
  }
  index.changeSeq = changeSeq;
  return count;
}

export interface IndexSaver {
  /** Saves the changes since the last save; waits for a save in progress. */
  close(): Promise<void>;
}

const SAVE_INTERVAL_MS = 30_000;
/** The next start replays fewer changes than this in a tenth of a second. */
const SAVE_AFTER_CHANGES = 1_000;
/** Above this share of dead rows (from rewritten texts) the index is compacted before it is saved. */
const MAX_DEAD_SHARE = 0.2;

/**
 * Saves the index periodically, so that a start after `kill -9` has few changes to replay. Only an index that
 * contains all changes of the store is saved: not during an import, and not after a change that could not be
 * applied.
 */
export function keepIndexSaved(
  store: MemoryStore,
  index: MemoryIndex,
  file: IndexFile,
  onError: (error: unknown) => void,
  savedChangeSeq: number,
): IndexSaver {
  let lastSaved = savedChangeSeq;

  /** Does nothing if there were fewer changes since the last save. */
  async function save(minimumChanges: number): Promise<void> {
    try {
      const { databaseId, changeSeq } = await store.generation();
      if (index.changeSeq !== changeSeq || changeSeq - lastSaved < minimumChanges) return;
      if (index.deadShare > MAX_DEAD_SHARE) index.compact();
      if (await file.save(index, { databaseId, changeSeq, memories: index.size })) lastSaved = changeSeq;
    } catch (error) {
      onError(error);
    }
  }

  const sweep = sweepEvery(SAVE_INTERVAL_MS, () => save(SAVE_AFTER_CHANGES));
  return {
    async close() {
      await sweep.close();
      await save(1);
    },
  };
}
