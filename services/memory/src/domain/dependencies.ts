import type { MemorySearch } from '../ports/memory-search.js';
import type { MemoryStore } from '../ports/memory-store.js';
import type { PairJudge } from '../ports/pair-judge.js';
import type { RelationStore } from '../ports/relation-store.js';
import type { TextEmbedder } from '../ports/text-embedder.js';
import type { WithTransaction } from '../ports/transaction.js';
import type { Agents } from './agents/agents.js';
import type { Calibration } from './calibration/calibration.js';
import type { LatestTurns } from './conversation/conversation-tails.js';
import type { UnmarkedTurns } from './conversation/unmarked-turns.js';
import type { QueryEmbeddings } from './embedding/question-vectors.js';
import type { AccessCounter } from './memory/access-counter.js';
import type { SecretPolicy } from './secrets/secrets.js';

/** What the operations on memories work with; put together once, in create-operations.ts. */
export interface MemoryDependencies {
  store: MemoryStore;
  relations: RelationStore;
  withTransaction: WithTransaction;
  search: MemorySearch;
  embedder: TextEmbedder;
  questions: QueryEmbeddings;
  /** Of the embedder's model; null where nothing was tuned on it. */
  calibration: Calibration | null;
  /** Tells at once what words alone tell. */
  quickJudge: PairJudge;
  /** Of what the rules leave open; null where none is configured. It takes seconds a pair, and may fail. */
  modelJudge: PairJudge | null;
  agents: Agents;
  accesses: AccessCounter;
  tails: LatestTurns;
  unmarkedTurns: UnmarkedTurns;
  secretPolicy: SecretPolicy;
  /** ms since the epoch. */
  clock: () => number;
}
