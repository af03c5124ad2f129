/** Every given field must hold (AND). A value that no memory has matches nothing. */
export interface SearchFilter {
  type?: string;
  sourceAgent?: string;
  projectId?: string;
  /** Only memories without a project. */
  globalOnly?: boolean;
  /** Bounds on created_at in ms, both inclusive. */
  createdFrom?: number;
  createdTo?: number;
  minImportance?: number;
  /** All of them. */
  tags?: readonly string[];
  /** Shared with this agent by name or with all. */
  sharedWith?: string;
  /** Shared with somebody, whoever that is. */
  sharedWithAnyone?: boolean;
  /** Written by this agent, or shared with it by name or with all. */
  visibleTo?: string;
  conversation?: string;
  /** Archived and expired memories take part only with this. */
  includeArchived?: boolean;
}
