import { COLUMN_TYPES, createColumns, type IndexColumns, mapColumns, State } from './columns.js';
import { Dictionary, SetDictionary } from './dictionary.js';
import { Postings } from './postings.js';
import type { Names } from './row-filter.js';
import { VectorTable } from './vector-table.js';

/** The parts of an index that cannot be derived from other parts. A snapshot stores them. */
export interface IndexParts {
  /** Number of allocated rows, dead rows included. */
  rows: number;
  columns: IndexColumns;
  names: Names;
  /** The windows of each row's content. */
  content: VectorTable;
  /** The vector of "previous turn + this turn" of each row, if it has one. */
  contexts: VectorTable;
  postings: Postings;
}

export function createParts(dimensions: number): IndexParts {
  return {
    rows: 0,
    columns: createColumns(),
    names: {
      types: new Dictionary(),
      agents: new Dictionary(),
      projects: new Dictionary(),
      conversations: new Dictionary(),
      speakers: new Dictionary(),
      tagSets: new SetDictionary(),
      shareSets: new SetDictionary(),
    },
    content: new VectorTable(dimensions),
    contexts: new VectorTable(dimensions),
    postings: new Postings(),
  };
}

/** Returns the parts without the dead rows, in the same order. Reuses the vector tables. */
export function withoutDeadRows(parts: IndexParts): IndexParts {
  const { columns } = parts;
  const storedRowList = new Uint32Array(parts.rows);
  const newRow = new Int32Array(parts.rows).fill(-1);
  let rows = 0;
  for (let row = 0; row < parts.rows; row++) {
    if (columns.state[row] === State.dead) continue;
    newRow[row] = rows;
    storedRowList[rows++] = row;
  }
  const storedRows = storedRowList.slice(0, rows);

  const gathered = mapColumns((name) => {
    const from = columns[name];
    const to = new COLUMN_TYPES[name](rows);
    for (let row = 0; row < rows; row++) to[row] = from[storedRows[row]!]!;
    return to;
  });
  for (const links of [gathered.previous, gathered.next]) {
    for (let row = 0; row < rows; row++) if (links[row] !== -1) links[row] = newRow[links[row]!]!;
  }
  const names = usedNames(gathered, parts.names);
  const postings = parts.postings.renumbered(newRow);
  parts.content.keep(storedRows);
  parts.contexts.keep(storedRows);
  return { ...parts, rows, columns: gathered, names, postings };
}

/** Returns dictionaries of the names that the columns use, and renumbers the columns. */
function usedNames(columns: IndexColumns, names: Names): Names {
  const used = createParts(1).names;
  function renumber<Name>(
    column: Int32Array,
    nameOf: (number: number) => Name,
    intern: (name: Name) => number,
  ): void {
    const numbers = new Map<number, number>();
    for (let row = 0; row < column.length; row++) {
      const old = column[row]!;
      if (old < 0) continue;
      const number = numbers.get(old) ?? intern(nameOf(old));
      numbers.set(old, number);
      column[row] = number;
    }
  }
  const lists = [
    ['type', 'types'],
    ['agent', 'agents'],
    ['project', 'projects'],
    ['conversation', 'conversations'],
    ['speaker', 'speakers'],
  ] as const;
  for (const [column, list] of lists)
    renumber(
      columns[column],
      (number) => names[list].name(number),
      (name) => used[list].intern(name),
    );
  const sets = [
    ['tags', 'tagSets'],
    ['sharedWith', 'shareSets'],
  ] as const;
  for (const [column, list] of sets) {
    const encoded = names[list].encodedSets;
    renumber(
      columns[column],
      (number) => JSON.parse(encoded[number]!) as string[],
      (set) => used[list].intern(set),
    );
  }
  return used;
}
