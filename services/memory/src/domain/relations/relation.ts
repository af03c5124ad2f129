import type { Memory } from '../memory/memory.js';
import { digest } from '../text/digest.js';

/** What may stand between two memories. The first is an act that was done, the others are judgements of what both say. */
export const relationKinds = ['supersedes', 'conflicts', 'duplicates', 'distinct'] as const;
export type RelationKind = (typeof relationKinds)[number];
export type JudgementKind = Exclude<RelationKind, 'supersedes'>;

/** What stands between two memories: of a pair at most one judgement, the last one, and beside it that one replaced the other. */
export interface Relation {
  kind: RelationKind;
  /** The memory_id of the newer one, or of the one that replaces. */
  from: string;
  to: string;
  /** Who judged: `agent:<id>`, `rules`, `model:<name>`, or `merge`. */
  by: string;
  /** 0 to 1; null where the one who judged gave none. */
  confidence: number | null;
  /** In the words of the one who judged: data, never an instruction. */
  reason: string | null;
  /** ms since the epoch. */
  at: number;
  /** Of both contents, see `pairDigest`; null for `supersedes`, which holds whatever the texts become. */
  digest: string | null;
}

/** A judgement that was not yet written down. */
export type Judgement = Relation & { kind: JudgementKind; digest: string };

/** More than one memory can have but by an import, which brings no more either. */
export const MAX_RELATIONS = 1_000;

/** How the merge of memories signs what it replaces. */
export const BY_MERGE = 'merge';

/** How the rules sign: they read words, and give way to whoever read both texts. */
export const BY_RULES = 'rules';

/** How an agent or a person signs. */
export const byAgent = (agentId: string) => `agent:${agentId}`;

type Text = Pick<Memory, 'memoryId' | 'content'>;

/** Of what the two say, in whatever order they are given: it ends with a change of either text. */
export function pairDigest(one: Text, other: Text): string {
  const [low, high] = one.memoryId < other.memoryId ? [one, other] : [other, one];
  return digest('relation', low.memoryId, low.content, high.memoryId, high.content);
}

/** A judgement of two memories as they are; the one that was said later stands first. */
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

/** Whether the first was said before the second; of the same moment, the one that was stored first. */
export function isOlder(one: Memory, other: Memory): boolean {
  const saidAt = ({ occurredAt, createdAt }: Memory) => occurredAt ?? createdAt;
  return (saidAt(one) - saidAt(other) || one.createdAt - other.createdAt || one.key - other.key) < 0;
}

/** A judgement holds while neither text has changed; what was replaced stays replaced. */
export function stillHolds(relation: Relation, one: Text, other: Text): boolean {
  return relation.digest === null || relation.digest === pairDigest(one, other);
}

/** The same for both orders. */
export function pairKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** The other side, as `memoryId` sees it. */
export function otherSide({ from, to }: Pick<Relation, 'from' | 'to'>, memoryId: string): string {
  return from === memoryId ? to : from;
}
