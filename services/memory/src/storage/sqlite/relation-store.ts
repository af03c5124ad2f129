import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Relation } from '../../relations/relation.js';
import type { RelationStore, RelationWrites } from '../../relations/relation-store.js';
import { type RelationRow, relationFromRow } from '../relation-row.js';

export function relationParameters(relation: Relation) {
  const { kind, from, to, by, confidence, reason, at, digest } = relation;
  return { kind, from, to, by, confidence, reason, at, digest };
}

/** Creates a relation store that reads through one connection. */
export function createSqliteRelationStore({ reads }: { reads: DatabaseSyncInstance }): RelationStore {
  const inOrder = 'ORDER BY at, from_id, to_id, kind';
  // Searches each side with its index; UNION removes the duplicates of relations with both sides among the
  // ids.
  const either = (and: string) => `
    SELECT relations.* FROM json_each(:ids) CROSS JOIN relations ON from_id = value ${and} UNION
    SELECT relations.* FROM json_each(:ids) CROSS JOIN relations ON to_id = value ${and} ${inOrder}`;
  const selectOf = reads.prepare(either(''));
  const selectOfKind = reads.prepare(either('AND kind = :kind'));
  const selectAmong = reads.prepare(`
    SELECT DISTINCT relations.* FROM json_each(:ids) CROSS JOIN relations ON from_id = value
    WHERE to_id IN (SELECT value FROM json_each(:ids)) ${inOrder}`);
  const read = (rows: unknown[]) => (rows as RelationRow[]).map(relationFromRow);
  return {
    of(memoryIds, kind) {
      const ids = JSON.stringify(memoryIds);
      return read(kind === undefined ? selectOf.all({ ids }) : selectOfKind.all({ ids, kind }));
    },
    among: (memoryIds) => read(selectAmong.all({ ids: JSON.stringify(memoryIds) })),
  };
}

/** Creates the relation operations of transactions. */
export function createSqliteRelationWrites({ db }: { db: DatabaseSyncInstance }): RelationWrites {
  const { of } = createSqliteRelationStore({ reads: db });
  const take = db.prepare(`
    DELETE FROM relations WHERE min(from_id, to_id) = min(:one, :other) AND max(from_id, to_id) = max(:one, :other)
      AND (kind = 'supersedes') = :act RETURNING *`);
  const insert = db.prepare(`
    INSERT INTO relations (from_id, kind, to_id, by, confidence, reason, at, digest)
    VALUES (:from, :kind, :to, :by, :confidence, :reason, :at, :digest)`);

  function withdraw(act: boolean, one: string, other: string): Relation[] {
    const rows = take.all({ one, other, act: Number(act) }) as unknown as RelationRow[];
    return rows.map(relationFromRow);
  }

  return {
    of,
    put: (relations) =>
      relations.flatMap((relation) => {
        const replaced = withdraw(relation.kind === 'supersedes', relation.from, relation.to);
        insert.run(relationParameters(relation));
        return replaced;
      }),
    withdraw: (which, pairs) => pairs.flatMap(([one, other]) => withdraw(which === 'supersedes', one, other)),
  };
}
