import type { Memory } from '../memory/memory.js';
import type { Contradiction } from '../relations/contradictions.js';
import type { ScoreParts } from '../search/ranking/rank.js';
import type { Passage } from './choose-passage.js';

export interface ScoredMemory {
  memory: Memory;
  score: number;
  parts: ScoreParts;
  /** Probability, from 0 to 1, that the memory answers the query. */
  relevance: number;
  /** Memories that were judged to contradict this memory. */
  contradicts: readonly Contradiction[];
  /** The part of a long memory that matches the query; null for a short memory. */
  passage: Passage | null;
}
