import type { MemoryStore, StoreGeneration } from '../ports/memory-store.js';
import { applyToIndex } from './index-entry.js';
import type { MemoryIndex } from './retrieval/index/memory-index.js';

/** A saved copy of the index beside the database. */
export interface IndexFile {
  /** The saved index and the generation it was saved with; a reason where there is none that can be used. */
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
  /** The last change that the saved copy holds; 0 without one. */
  savedChangeSeq: number;
}

/**
 * The index as the store has it now: the saved one brought up to date, or, where the two disagree in any way, a
 * new one from all memories.
 */
export async function openIndex(
  store: MemoryStore,
  file: IndexFile,
  create: () => MemoryIndex,
): Promise<OpenedIndex> {
  const saved = await file.load();
  if ('reason' in saved) return rebuild(store, create, saved.reason);
  const now = store.generation();
  if (saved.generation.databaseId !== now.databaseId)
    return rebuild(store, create, 'it belongs to another database');
  if (saved.generation.changeSeq > now.changeSeq)
    return rebuild(store, create, 'the database is older than it');
  const replayed = replay(store, saved.index, saved.generation.changeSeq);
  if (saved.index.size !== now.memories) {
    return rebuild(store, create, `it holds ${saved.index.size} memories, the database ${now.memories}`);
  }
  return {
    index: saved.index,
    origin: 'saved',
    reason: null,
    replayed,
    savedChangeSeq: saved.generation.changeSeq,
  };
}

function rebuild(store: MemoryStore, create: () => MemoryIndex, reason: string): OpenedIndex {
  const index = create();
  return { index, origin: 'rebuilt', reason, replayed: replay(store, index, 0), savedChangeSeq: 0 };
}

function replay(store: MemoryStore, index: MemoryIndex, since: number): number {
  let count = 0;
  for (const { memory, vectors } of store.changedAfter(since)) {
    applyToIndex(index, { kind: 'updated', memory, vectors });
    count++;
  }
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

/** Saves the index from time to time, so that a start after `kill -9` has little to replay. */
export function keepIndexSaved(
  store: MemoryStore,
  index: MemoryIndex,
  file: IndexFile,
  onError: (error: unknown) => void,
  savedChangeSeq: number,
): IndexSaver {
  let lastSaved = savedChangeSeq;
  let running: Promise<void> | null = null;

  async function save(): Promise<void> {
    try {
      if (index.deadShare > MAX_DEAD_SHARE) index.compact();
      const generation = store.generation();
      if (await file.save(index, generation)) lastSaved = generation.changeSeq;
    } catch (error) {
      onError(error);
    }
  }

  const timer = setInterval(() => {
    if (running !== null || store.generation().changeSeq - lastSaved < SAVE_AFTER_CHANGES) return;
    running = save().finally(() => {
      running = null;
    });
  }, SAVE_INTERVAL_MS);
  timer.unref();

  return {
    async close() {
      clearInterval(timer);
      await running;
      if (store.generation().changeSeq > lastSaved) await save();
    },
  };
}
