import type { IndexFilter } from '../signals.js';
import { type IndexColumns, SHARED_WITH_ALL, State } from './columns.js';
import type { Dictionary } from './dictionary.js';
import type { SetDictionary } from './set-dictionary.js';

/** What the numbers in the columns stand for. */
export interface Names {
  types: Dictionary;
  agents: Dictionary;
  projects: Dictionary;
  conversations: Dictionary;
  speakers: Dictionary;
  tagSets: SetDictionary;
  shareSets: SetDictionary;
}

/**
 * The rows that pass, ascending, as a view of `list` (which must hold `rowCount` numbers). The first condition
 * runs over a whole column, each further one over what is left.
 */
export function filterRows(
  filter: IndexFilter,
  now: number,
  columns: IndexColumns,
  names: Names,
  rowCount: number,
  list: Uint32Array,
): Uint32Array {
  const equal: [Int32Array, number][] = [];
  if (filter.conversation !== undefined) {
    equal.push([columns.conversation, names.conversations.find(filter.conversation)]);
  }
  if (filter.projectId !== undefined) equal.push([columns.project, names.projects.find(filter.projectId)]);
  if (filter.sourceAgent !== undefined) equal.push([columns.agent, names.agents.find(filter.sourceAgent)]);
  if (filter.type !== undefined) equal.push([columns.type, names.types.find(filter.type)]);
  if (equal.some(([, value]) => value === -1)) return list.subarray(0, 0);
  if (filter.globalOnly === true) equal.push([columns.project, -1]);

  const newestState = filter.includeArchived === true ? State.archived : State.active;
  const first = equal.shift();
  let count =
    first === undefined
      ? selectUpTo(columns.state, newestState, rowCount, list)
      : selectEqual(first[0], first[1], rowCount, list);
  for (const [column, value] of equal) count = keepEqual(column, value, list, count);
  if (filter.tags !== undefined && filter.tags.length > 0) {
    count = keepSets(columns.tags, names.tagSets.holding(filter.tags), false, list, count);
  }
  if (filter.sharedWith !== undefined) {
    count = keepSets(columns.sharedWith, names.shareSets.holding([filter.sharedWith]), true, list, count);
  }
  if (filter.sharedWithAnyone === true) {
    const anyone = names.shareSets.holding([]);
    anyone[0] = 0;
    count = keepSets(columns.sharedWith, anyone, true, list, count);
  }
  if (first !== undefined) count = keepUpTo(columns.state, newestState, list, count);
  if (filter.includeArchived !== true) count = keepAbove(columns.expiresAt, now, list, count);
  if (filter.minImportance !== undefined) {
    count = keepAtLeast(columns.exactImportance, filter.minImportance, list, count);
  }
  if (filter.createdFrom !== undefined)
    count = keepAtLeast(columns.createdAt, filter.createdFrom, list, count);
  if (filter.createdTo !== undefined) count = keepAtMost(columns.createdAt, filter.createdTo, list, count);
  return list.subarray(0, count);
}

function selectEqual(column: Int32Array, value: number, rowCount: number, list: Uint32Array): number {
  let count = 0;
  for (let row = 0; row < rowCount; row++) if (column[row] === value) list[count++] = row;
  return count;
}

function selectUpTo(column: Uint8Array, most: number, rowCount: number, list: Uint32Array): number {
  let count = 0;
  for (let row = 0; row < rowCount; row++) if (column[row]! <= most) list[count++] = row;
  return count;
}

function keepEqual(column: Int32Array, value: number, list: Uint32Array, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (column[list[i]!] === value) list[count++] = list[i]!;
  return count;
}

function keepUpTo(column: Uint8Array, most: number, list: Uint32Array, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (column[list[i]!]! <= most) list[count++] = list[i]!;
  return count;
}

function keepAbove(column: Float64Array, least: number, list: Uint32Array, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (column[list[i]!]! > least) list[count++] = list[i]!;
  return count;
}

function keepAtLeast(column: Float64Array, least: number, list: Uint32Array, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (column[list[i]!]! >= least) list[count++] = list[i]!;
  return count;
}

function keepAtMost(column: Float64Array, most: number, list: Uint32Array, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (column[list[i]!]! <= most) list[count++] = list[i]!;
  return count;
}

/** Keeps rows whose set is marked in `sets`; SHARED_WITH_ALL is kept if `all` is given. */
function keepSets(
  column: Int32Array,
  sets: Uint8Array,
  all: boolean,
  list: Uint32Array,
  length: number,
): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const set = column[list[i]!]!;
    if (set === SHARED_WITH_ALL ? all : sets[set] === 1) list[count++] = list[i]!;
  }
  return count;
}
