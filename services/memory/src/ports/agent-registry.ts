import type { Project } from '../domain/memory/memory.js';

/**
 * Which agents are at work, and where. An agent is connected while it was heard of within the time given; those not heard for
 * longest are forgotten where there are too many.
 */
export interface AgentRegistry {
  heartbeat(agentId: string, project: Project): Promise<ConnectedAgent>;
  /** Most recently heard first. */
  connected(): ConnectedAgent[];
}

export interface ConnectedAgent {
  agentId: string;
  project: Project;
  /** Since when it has been connected without a gap. */
  connectedAt: number;
  lastSeenAt: number;
  expiresAt: number;
}
