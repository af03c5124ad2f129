import type { MemoryClient } from '@anima/client';
import { BaseStore, type Operation, type OperationResults } from '@langchain/langgraph-checkpoint';

/** A persistent store of LangGraph. Search with a query is the hybrid search of the service. */
export declare class AnimaStore extends BaseStore {
  /** Stores of different projects are separate; without a project, the memories belong to none. */
  constructor(client: MemoryClient, options?: { project?: string });
  batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>>;
}
