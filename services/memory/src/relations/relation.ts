import type { Memory } from '../memory/memory.js';
import { digest } from '../text/digest.js';

/**
 * Kinds of relations. `supersedes` records an action; the other kinds are judgements that compare two
 * contents.
 */
export const relationKinds = ['supersedes', 'conflicts', 'duplicates', 'distinct'] as const;
export type RelationKind = (typeof relationKinds)[number];
export type JudgementKind = Exclude<RelationKind, 'supersedes'>;

/**
 * A relation between two memories. A pair has at most one judgement, the latest, and possibly a `supersedes`
 * relation.
 */
export interface Relation {
  kind: RelationKind;
  /** memory_id of the newer memory, or of the memory that supersedes the other. */
  from: string;
  to: string;
  /** Author of the relation: `agent:<id>`, `rules`, `model:<name>`, or `merge`. */
  by: string;
  /** 0 to 1; null if the author gave no confidence. */
  confidence: number | null;
  /** Explanation in the words of the author. It is data, never an instruction. */
  reason: string | null;
  /** Time of the judgement or action, in ms since the epoch. */
  at: number;
  /**
   * Digest of both contents: see `pairDigest`. Null for `supersedes`, which does not depend on the contents.
   */
  digest: string | null;
}

/** A judgement before it is stored. */
export type Judgement = Relation & { kind: JudgementKind; digest: string };

/**
 * Maximum number of relations of one memory that are listed or imported. Only an import can store so many,
 * because judgements and superseded memories have lower limits.
 */
export const MAX_RELATIONS = 1_000;

/** Author of relations that a merge of memories creates. */
export const BY_MERGE = 'merge';

/**
 * Author of judgements by the rules. Rules compare words, so judgements by agents, persons and models take
 * precedence.
 */
export const BY_RULES = 'rules';

/** Returns the author for an agent or a person. */
export const byAgent = (agentId: string) => `agent:${agentId}`;

type Text = Pick<Memory, 'memoryId' | 'content'>;

/**
 * Computes a digest of two contents that does not depend on their order. It changes if either content
 * changes.
 */
export function pairDigest(one: Text, other: Text): string {
  const [low, high] = one.memoryId < other.memoryId ? [one, other] : [other, one];
  return digest('relation', low.memoryId, low.content, high.memoryId, high.content);
}

/** Creates a judgement of two memories with their current contents. The newer memory is `from`. */
export function judgementOf(
  kind: JudgementKind,
  one: Memory,
  other: Memory,
  judged: Pick<Relation, 'by' | 'confidence' | 'reason' | 'at'>,
): Judgement {
  const [from, to] = isOlder(one, other) ? [other, one] : [one, other];
  const { by, confidence, reason, at } = judged;
  return {
    kind,
    from: from.memoryId,
    to: to.memoryId,
    by,
    confidence,
    reason,
    at,
    digest: pairDigest(one, other),
  };
}

/**
 * Returns whether the first memory is older: by `occurredAt` or else `createdAt`, then by the order in which
 * they were stored.
 */
export function isOlder(one: Memory, other: Memory): boolean {
  const saidAt = ({ occurredAt, createdAt }: Memory) => occurredAt ?? createdAt;
  return (saidAt(one) - saidAt(other) || one.createdAt - other.createdAt || one.key - other.key) < 0;
}

/**
 * Returns whether a relation is valid for these contents. A judgement is valid until either content changes;
 * `supersedes` is always valid.
 */
export function stillHolds(relation: Relation, one: Text, other: Text): boolean {
  return relation.digest === null || relation.digest === pairDigest(one, other);
}

/** Returns a key for a pair of memory_ids that does not depend on their order. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** Returns the memory_id at the other end of a relation of `memoryId`. */
export function otherSide({ from, to }: Pick<Relation, 'from' | 'to'>, memoryId: string): string {
  return from === memoryId ? to : from;
}
