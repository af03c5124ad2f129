/** All given fields must match. A value that no memory has matches no memory. */
export interface SearchFilter {
  type?: string;
  sourceAgent?: string;
  projectId?: string;
  /** Only memories without a project. */
  globalOnly?: boolean;
  /** Bounds on created_at in ms since the epoch, both inclusive. */
  createdFrom?: number;
  createdTo?: number;
  /** Bounds on occurred_at, else created_at, both inclusive. */
  occurredFrom?: number;
  occurredTo?: number;
  speaker?: string;
  minImportance?: number;
  /** The memory must have all of these tags. */
  tags?: readonly string[];
  /** The memory is shared with this agent by name, or with all agents. */
  sharedWith?: string;
  /** The memory is shared with at least one agent. */
  sharedWithAnyone?: boolean;
  /** This agent wrote the memory, or the memory is shared with it by name or with all agents. */
  visibleTo?: string;
  conversation?: string;
  /** Includes archived and expired memories. */
  includeArchived?: boolean;
}
