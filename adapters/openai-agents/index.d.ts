import type { MemoryClient } from '@anima/client';
import type { AgentInputItem, Session } from '@openai/agents';

/** History of a conversation whose items are memories. */
export declare class AnimaSession implements Session {
  constructor(sessionId: string, client: MemoryClient, options?: { project?: string });
  getSessionId(): Promise<string>;
  getItems(limit?: number): Promise<AgentInputItem[]>;
  addItems(items: AgentInputItem[]): Promise<void>;
  popItem(): Promise<AgentInputItem | undefined>;
  clearSession(): Promise<void>;
}
