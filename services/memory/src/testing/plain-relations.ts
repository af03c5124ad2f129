import type { Relation, RelationKind } from '../domain/relations/relation.js';
import { pairKey } from '../domain/relations/relation.js';
import type { RelationStore, RelationWrites } from '../ports/relation-store.js';
import type { PlainWrites } from './plain-transactions.js';

export interface PlainRelations {
  relations: RelationStore;
  writes: PlainWrites<RelationWrites>;
  /** As they are now. */
  all(): Relation[];
  /** At once, when a transaction is committed: those whose place is free. */
  bringIn(relations: readonly Relation[]): void;
}

/** RelationStore as plainly as it can be written. */
export function createPlainRelations(): PlainRelations {
  /** By what one of a pair may have. A transaction works on a copy. */
  let rows = new Map<string, Relation>();

  return {
    relations: {
      of: async (memoryIds, kind) => ofMemories(rows, memoryIds, kind),
      among: async (memoryIds) =>
        inOrder(rows).filter(({ from, to }) => memoryIds.includes(from) && memoryIds.includes(to)),
    },

    writes(afterCommit) {
      const draft = new Map(rows);
      afterCommit(() => {
        rows = draft;
      });
      function take(place: string): Relation[] {
        const before = draft.get(place);
        draft.delete(place);
        return before === undefined ? [] : [before];
      }
      return {
        of: async (memoryIds, kind) => ofMemories(draft, memoryIds, kind),
        async put(relations) {
          return relations.flatMap((relation) => {
            const replaced = take(placeOf(relation));
            draft.set(placeOf(relation), relation);
            return replaced;
          });
        },
        async withdraw(which, pairs) {
          return pairs.flatMap(([one, other]) => take(place(which === 'supersedes', one, other)));
        },
      };
    },

    all: () => inOrder(rows),
    bringIn(relations) {
      for (const relation of relations)
        if (!rows.has(placeOf(relation))) rows.set(placeOf(relation), relation);
    },
  };
}

const place = (act: boolean, one: string, other: string) => `${act} ${pairKey(one, other)}`;
const placeOf = ({ kind, from, to }: Relation) => place(kind === 'supersedes', from, to);

function ofMemories(rows: ReadonlyMap<string, Relation>, memoryIds: readonly string[], kind?: RelationKind) {
  return inOrder(rows).filter(
    (relation) =>
      (memoryIds.includes(relation.from) || memoryIds.includes(relation.to)) &&
      (kind === undefined || relation.kind === kind),
  );
}

function inOrder(rows: ReadonlyMap<string, Relation>): Relation[] {
  const place = ({ from, to, kind }: Relation) => `${from} ${to} ${kind}`;
  return [...rows.values()].sort((a, b) => a.at - b.at || (place(a) < place(b) ? -1 : 1));
}
