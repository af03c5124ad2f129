import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Project } from '../memory/memory.js';

/**
 * Registry of the active agents and their projects. This interface reads it; transactions write it, see
 * transaction.ts.
 */
export interface AgentRegistry {
  /** Returns the agents last seen after `time` (ms since the epoch), most recent first. */
  heardAfter(time: number): MaybePromise<ActiveAgent[]>;
}

/** Agents inside a transaction. */
export interface AgentWrites {
  byId(agentId: string): MaybePromise<ActiveAgent | null>;
  /** Inserts the agent or replaces its stored state. Also inserts its project if the project is new. */
  put(agent: ActiveAgent): MaybePromise<void>;
  /**
   * Removes the agents last seen at or before `time`. If more than `most` are left, also removes the least
   * recently seen ones, a quarter of `most` in one call, so that this seldom happens.
   */
  forget(time: number, most: number): MaybePromise<void>;
}

export interface ActiveAgent {
  agentId: string;
  project: Project;
  /** Time since which the agent has been connected without a gap, in ms since the epoch. */
  connectedAt: number;
  lastSeenAt: number;
}
