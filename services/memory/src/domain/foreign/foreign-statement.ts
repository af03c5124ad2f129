import type { MemoryType } from '../memory/memory.js';

/** One memory to be. */
export interface ForeignStatement {
  content: string;
  type: MemoryType;
  tags: string[];
  /** From 1. */
  line: number;
  /** ms since the epoch, where the format says when it was written. */
  occurredAt: number | null;
}
