import type { MaybePromise } from '@anima/service/maybe-promise';
import type { Relation, RelationKind } from '../domain/relations/relation.js';

/**
 * What stands between memories. Here it is read; it is written in transactions, see transaction.ts. A read sees what was committed
 * before it was asked for; every list is oldest first.
 */
export interface RelationStore {
  /** Those that any of these memories has, on either side, each of them once; without `kind` of every kind. */
  of(memoryIds: readonly string[], kind?: RelationKind): MaybePromise<Relation[]>;
  /** Those with both sides among these memories. */
  among(memoryIds: readonly string[]): MaybePromise<Relation[]>;
}

/** Relations inside of a transaction. */
export interface RelationWrites {
  /** As `of` of the store, with what this transaction has written. */
  of(memoryIds: readonly string[], kind?: RelationKind): MaybePromise<Relation[]>;
  /**
   * A pair has one judgement, and beside it one of the two may supersede the other: what is put takes the place of what stood there.
   * Resolves to what was replaced.
   */
  put(relations: readonly Relation[]): MaybePromise<Relation[]>;
  /** Takes back what stands between these pairs, given in either order. Resolves to what was there. */
  withdraw(
    which: 'supersedes' | 'judgement',
    pairs: readonly (readonly [string, string])[],
  ): MaybePromise<Relation[]>;
}
