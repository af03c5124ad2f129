import { AppError } from '@anima/service/errors';
import type { MemoryStore, StoreGeneration } from '../../ports/memory-store.js';
import type { MemoryIndex } from '../retrieval/index/memory-index.js';
import { sweepEvery } from '../sweep.js';
import { applyToIndex } from './index-entry.js';

/** A saved copy of the index beside the database. */
export interface IndexFile {
  /** The saved index and what it held; a reason where there is none that can be used. */
  load(): Promise<{ index: MemoryIndex; generation: StoreGeneration } | { reason: string }>;
  /** False when a write came in between: nothing was replaced then. */
  save(index: MemoryIndex, generation: StoreGeneration): Promise<boolean>;
}

export interface OpenedIndex {
  index: MemoryIndex;
  origin: 'saved' | 'rebuilt';
  /** Why the saved one could not be used. */
  reason: string | null;
  /** Memories taken from the store, beyond what was saved. */
  replayed: number;
  /** Those that a new index could not take in; recall does not find them, and /status says so. */
  leftOut: Exclusions[];
  /** The last change that the saved copy holds; 0 without one. */
  savedChangeSeq: number;
}

export interface Exclusions {
  memoryId: string;
  error: unknown;
}

/**
 * The index as the store has it now: the saved one brought up to date, or, where the two disagree in any way or that
 * fails, a new one from all memories. A memory that cannot be indexed keeps nothing from starting.
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
 * A database that has never held anything beside an index that is full has taken the place of another one: a service that went on would
 * look as if everything had been forgotten, and would save an empty index over the full one.
 */
async function assertNotEmptied(store: MemoryStore, saved: StoreGeneration): Promise<void> {
  const { changeSeq, databaseId } = await store.generation();
  if (changeSeq > 0 || saved.memories === 0 || saved.databaseId === databaseId) return;
  throw new AppError(
    'unavailable',
    `The database memory.db is empty, and memory.index beside it holds ${saved.memories} memories: put back a copy of the database, or move memory.index away to begin without them`,
  );
}

/** Brings an index that was saved as of `saved` up to the store; a reason where that cannot be done. */
async function catchUp(
  store: MemoryStore,
  index: MemoryIndex,
  saved: StoreGeneration,
): Promise<{ replayed: number } | { reason: string }> {
  const now = await store.generation();
  if (saved.databaseId !== now.databaseId) return { reason: 'it belongs to another database' };
  if (saved.changeSeq > now.changeSeq) return { reason: 'the database is older than it' };
  if (saved.memories !== index.size)
    return { reason: `it holds ${index.size} memories and says ${saved.memories}` };
  try {
    const replayed = await replay(store, index, saved.changeSeq);
    if (index.size === now.memories) return { replayed };
    return { reason: `it holds ${index.size} memories, the database ${now.memories}` };
  } catch (error) {
    return { reason: `it could not be brought up to date: ${error}` };
  }
}

async function rebuild(store: MemoryStore, create: () => MemoryIndex, reason: string): Promise<OpenedIndex> {
  const index = create();
  const leftOut: Exclusions[] = [];
  const replayed = await replay(store, index, 0, (memoryId, error) => leftOut.push({ memoryId, error }));
  return { index, origin: 'rebuilt', reason, replayed, leftOut, savedChangeSeq: 0 };
}

/** Without `leaveOut` the first memory that cannot be taken in ends it with its error. */
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
  /** Saves what changed since the last time; waits for a save that is under way. */
  close(): Promise<void>;
}

const SAVE_INTERVAL_MS = 30_000;
/** Fewer changes than this are replayed at the next start in a tenth of a second. */
const SAVE_AFTER_CHANGES = 1_000;
/** Above this share of dead rows (from rewritten texts) the index is compacted before it is saved. */
const MAX_DEAD_SHARE = 0.2;

/**
 * Saves the index from time to time, so that a start after `kill -9` has little to replay. What is saved is named by what
 * the index holds, and only an index that holds all the store does is saved: not while an import is taken in, nor after a
 * change it could not follow.
 */
export function keepIndexSaved(
  store: MemoryStore,
  index: MemoryIndex,
  file: IndexFile,
  onError: (error: unknown) => void,
  savedChangeSeq: number,
): IndexSaver {
  let lastSaved = savedChangeSeq;

  /** Does nothing with fewer changes than this since the last time. */
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
