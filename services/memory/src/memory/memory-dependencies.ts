import type { Agents } from '../agents/agents.js';
import type { Calibration } from '../embedding/calibration/calibration.js';
import type { QueryEmbeddings } from '../embedding/question-vectors.js';
import type { TextEmbedder } from '../embedding/text-embedder.js';
import type { PairJudge, StatementJudge } from '../judge/pair-judge.js';
import type { RelationStore } from '../relations/relation-store.js';
import type { MemorySearch } from '../search/memory-search.js';
import type { SecretPolicy } from '../secrets/secrets.js';
import type { WithTransaction } from '../storage/transaction.js';
import type { AccessCounter } from './access-counter.js';
import type { LatestTurns } from './conversation/latest-turns.js';
import type { UnmarkedTurns } from './conversation/unmarked-turns.js';
import type { MemoryStore } from './memory-store.js';

/** Dependencies of the operations on memories, created once in create-operations.ts. */
export interface MemoryDependencies {
  store: MemoryStore;
  relations: RelationStore;
  withTransaction: WithTransaction;
  search: MemorySearch;
  embedder: TextEmbedder;
  questions: QueryEmbeddings;
  /** Calibration of the embedder's model; null if the model has none. */
  calibration: Calibration | null;
  /** The rules, which judge by words alone and immediately. */
  quickJudge: StatementJudge;
  /** Judges the pairs that the rules leave undecided; null if no model is configured. It takes seconds per pair and can fail. */
  modelJudge: PairJudge | null;
  agents: Agents;
  accesses: AccessCounter;
  tails: LatestTurns;
  unmarkedTurns: UnmarkedTurns;
  secretPolicy: SecretPolicy;
  /** ms since the epoch. */
  clock: () => number;
}
