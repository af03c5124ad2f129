import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Relation, RelationKind } from './relation.js';

/**
 * Stored relations between memories. This interface reads them; transactions write them, see transaction.ts.
 * A read sees all changes that were committed before the call; every list is oldest first.
 */
export interface RelationStore {
  /**
   * Returns the relations with any of these memories on either side, each once; without `kind`, relations of
   * every kind.
   */
  of(memoryIds: readonly string[], kind?: RelationKind): MaybePromise<Relation[]>;
  /** Returns the relations whose both sides are among these memories. */
  among(memoryIds: readonly string[]): MaybePromise<Relation[]>;
}

/** Relations inside a transaction. */
export interface RelationWrites {
  /** Same as `of` of the store, including the writes of this transaction. */
  of(memoryIds: readonly string[], kind?: RelationKind): MaybePromise<Relation[]>;
  /**
   * Stores relations. A pair has at most one judgement and at most one `supersedes` relation; a new relation
   * replaces the stored relation of its class. Resolves to the replaced relations.
   */
  put(relations: readonly Relation[]): MaybePromise<Relation[]>;
  /**
   * Removes the relations of this class between the pairs, given in either order. Resolves to the removed
   * relations.
   */
  withdraw(
    which: 'supersedes' | 'judgement',
    pairs: readonly (readonly [string, string])[],
  ): MaybePromise<Relation[]>;
}
