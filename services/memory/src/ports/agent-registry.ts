import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Project } from '../domain/memory/memory.js';

/** Which agents were heard of, and where. Here they are read; they are written in transactions, see transaction.ts. */
export interface AgentRegistry {
  /** Those heard of after this time, most recently first. */
  heardAfter(time: number): MaybePromise<ActiveAgent[]>;
}

/** Agents inside of a transaction. */
export interface AgentWrites {
  byId(agentId: string): MaybePromise<ActiveAgent | null>;
  /** In the place of what was known of it. A project that is new is written with it. */
  put(agent: ActiveAgent): MaybePromise<void>;
  /**
   * Forgets those that were last heard of at or before `time`; and, where more than `most` are left, those not heard of for longest,
   * a quarter of them at once, so that it is seldom.
   */
  forget(time: number, most: number): MaybePromise<void>;
}

export interface ActiveAgent {
  agentId: string;
  project: Project;
  /** Since when it has been connected without a gap. */
  connectedAt: number;
  lastSeenAt: number;
}
