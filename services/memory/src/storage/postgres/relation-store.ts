import type { PostgresQueries } from '@anima/service/postgres';
import { pairKey, type Relation } from '../../relations/relation.js';
import type { RelationStore, RelationWrites } from '../../relations/relation-store.js';
import { type RelationRow, relationFromRow } from '../relation-row.js';

export function relationToRow(relation: Relation): RelationRow {
  const { from, to, ...same } = relation;
  return { ...same, from_id: from, to_id: to };
}

const IN_ORDER = 'ORDER BY at, from_id, to_id, kind';
/**
 * Searches each side with its index; UNION removes the duplicates of relations with both sides among the ids.
 */
const EITHER_SIDE = `
  SELECT relations.* FROM unnest($1::text[]) AS asked (id) JOIN relations ON from_id = id WHERE $2::text IS NULL OR kind = $2
  UNION
  SELECT relations.* FROM unnest($1::text[]) AS asked (id) JOIN relations ON to_id = id WHERE $2::text IS NULL OR kind = $2
  ${IN_ORDER}`;
const BOTH_SIDES = `SELECT * FROM relations WHERE from_id = ANY ($1) AND to_id = ANY ($1) ${IN_ORDER}`;

/**
 * Removes the relations of these pairs, given in either order: `supersedes` relations if `act` is true, else
 * judgements.
 */
const TAKE = `
  DELETE FROM relations USING json_to_recordset($1::json) AS pair (one text, other text, act boolean)
  WHERE least(from_id, to_id) = least(one, other)
    AND greatest(from_id, to_id) = greatest(one, other) AND (kind = 'supersedes') = act
  RETURNING relations.*`;
const INSERT = `
  INSERT INTO relations (from_id, kind, to_id, by, confidence, reason, at, digest)
  SELECT from_id, kind, to_id, by, confidence, reason, at, digest FROM json_populate_recordset(NULL::relations, $1::json)`;

/** Creates a relation store that reads with these queries: of the database, or of a transaction. */
export function createPostgresRelationStore({ db }: { db: PostgresQueries }): RelationStore {
  const read = async (text: string, values: readonly unknown[]) =>
    (await db.query<RelationRow>(text, values)).map(relationFromRow);
  return {
    of: (memoryIds, kind) => read(EITHER_SIDE, [memoryIds, kind ?? null]),
    among: (memoryIds) => read(BOTH_SIDES, [memoryIds]),
  };
}

/** Creates the relation operations of transactions. */
export function createPostgresRelationWrites(): (tx: PostgresQueries) => RelationWrites {
  return (tx) => {
    async function take(pairs: readonly { one: string; other: string; act: boolean }[]) {
      if (pairs.length === 0) return [];
      return (await tx.query<RelationRow>(TAKE, [JSON.stringify(pairs)])).map(relationFromRow);
    }

    return {
      of: createPostgresRelationStore({ db: tx }).of,

      async put(relations) {
        const taken = await take(
          relations.map(({ from, to, kind }) => ({ one: from, other: to, act: kind === 'supersedes' })),
        );
        // Applies the relations in sequence: of two for the same pair and class, the second replaces the
        // first.
        const placed = new Map(taken.map((relation) => [placeOf(relation), relation]));
        const replaced = relations.flatMap((relation) => {
          const before = placed.get(placeOf(relation));
          placed.set(placeOf(relation), relation);
          return before === undefined ? [] : [before];
        });
        await tx.query(INSERT, [JSON.stringify([...placed.values()].map(relationToRow))]);
        return replaced;
      },

      withdraw: (which, pairs) =>
        take(pairs.map(([one, other]) => ({ one, other, act: which === 'supersedes' }))),
    };
  };
}

const placeOf = ({ kind, from, to }: Relation) => `${kind === 'supersedes'} ${pairKey(from, to)}`;
