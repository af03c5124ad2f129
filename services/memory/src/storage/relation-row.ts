import type { Relation, RelationKind } from '../relations/relation.js';

/** Row of `relations`, in either database. */
export interface RelationRow {
  from_id: string;
  kind: string;
  to_id: string;
  by: string;
  confidence: number | null;
  reason: string | null;
  at: number;
  digest: string | null;
}

export function relationFromRow(row: RelationRow): Relation {
  return {
    kind: row.kind as RelationKind,
    from: row.from_id,
    to: row.to_id,
    by: row.by,
    confidence: row.confidence,
    reason: row.reason,
    at: row.at,
    digest: row.digest,
  };
}
