import type { MemoryClient } from '@anima/client';
import type { LanguageModelMiddleware, ToolSet } from 'ai';

export interface AnimaMemoryOptions {
  /** Project of recalled and stored memories; default: memories of all projects are recalled. */
  project?: string;
  /** Conversation of the stored turns; without it, turns are not stored. */
  conversationId?: string;
  /** Maximum size of the recalled memories in tokens; default 800. */
  maxTokens?: number;
  /** Minimum relevance of a recalled memory, from 0 to 1; default 0.25. */
  minRelevance?: number;
  /** Gets errors of the memory service, which never fail a call of the model. */
  onError?: (error: unknown) => void;
}

/** Middleware for `wrapLanguageModel`: recalls memories for the latest message, and stores the turns afterwards. */
export declare function animaMemory(
  client: MemoryClient,
  options?: AnimaMemoryOptions,
): LanguageModelMiddleware;

/** The tools `remember` and `recall`, with which a model uses memories itself. */
export declare function animaTools(client: MemoryClient, options?: { project?: string }): ToolSet;
