import type { SearchFilter } from '../search-filter.js';
import { type IndexColumns, SHARED_WITH_ALL, State } from './columns.js';
import type { Dictionary, SetDictionary } from './dictionary.js';

/** The dictionaries of the numbers in the columns. */
export interface Names {
  types: Dictionary;
  agents: Dictionary;
  projects: Dictionary;
  conversations: Dictionary;
  speakers: Dictionary;
  tagSets: SetDictionary;
  shareSets: SetDictionary;
}

export interface FilteredRows {
  /** Ascending; a view of the given list. */
  rows: Uint32Array;
  /** The earliest time at which one of the rows expires; Infinity if none of them ever expires. */
  nextExpiry: number;
}

/**
 * Returns the rows that pass the filter at this time. `list` must have `rowCount` elements. The first
 * condition scans a complete column, each further condition only the remaining rows.
 */
export function filterRows(
  filter: SearchFilter,
  now: number,
  columns: IndexColumns,
  names: Names,
  rowCount: number,
  list: Uint32Array,
): FilteredRows {
  const equal: [Int32Array, number][] = [];
  if (filter.conversation !== undefined) {
    equal.push([columns.conversation, names.conversations.find(filter.conversation)]);
  }
  if (filter.speaker !== undefined) equal.push([columns.speaker, names.speakers.find(filter.speaker)]);
  if (filter.projectId !== undefined) equal.push([columns.project, names.projects.find(filter.projectId)]);
  if (filter.sourceAgent !== undefined) equal.push([columns.agent, names.agents.find(filter.sourceAgent)]);
  if (filter.type !== undefined) equal.push([columns.type, names.types.find(filter.type)]);
  if (equal.some(([, value]) => value === -1)) {
    return { rows: list.subarray(0, 0), nextExpiry: Number.POSITIVE_INFINITY };
  }
  if (filter.globalOnly === true) equal.push([columns.project, -1]);

  const first = equal.shift();
  let count =
    first === undefined ? selectAll(rowCount, list) : selectEqual(first[0], first[1], rowCount, list);
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
  if (filter.visibleTo !== undefined) {
    const shared = names.shareSets.holding([filter.visibleTo]);
    count = keepVisible(columns, names.agents.find(filter.visibleTo), shared, list, count);
  }
  if (filter.minImportance !== undefined) {
    count = keepAtLeast(columns.exactImportance, filter.minImportance, list, count);
  }
  if (filter.createdFrom !== undefined)
    count = keepAtLeast(columns.createdAt, filter.createdFrom, list, count);
  if (filter.createdTo !== undefined) count = keepAtMost(columns.createdAt, filter.createdTo, list, count);
  if (filter.occurredFrom !== undefined)
    count = keepAtLeast(columns.occurredAt, filter.occurredFrom, list, count);
  if (filter.occurredTo !== undefined) count = keepAtMost(columns.occurredAt, filter.occurredTo, list, count);
  return filter.includeArchived === true
    ? keepLive(columns, list, count)
    : keepActive(columns, now, list, count);
}

function keepActive(
  { state, expiresAt }: IndexColumns,
  now: number,
  list: Uint32Array,
  length: number,
): FilteredRows {
  let count = 0;
  let nextExpiry = Number.POSITIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    const row = list[i]!;
    const expiry = expiresAt[row]!;
    if (state[row] !== State.active || expiry <= now) continue;
    list[count++] = row;
    if (expiry < nextExpiry) nextExpiry = expiry;
  }
  return { rows: list.subarray(0, count), nextExpiry };
}

function keepLive({ state }: IndexColumns, list: Uint32Array, length: number): FilteredRows {
  let count = 0;
  for (let i = 0; i < length; i++) if (state[list[i]!] !== State.dead) list[count++] = list[i]!;
  return { rows: list.subarray(0, count), nextExpiry: Number.POSITIVE_INFINITY };
}

function selectAll(rowCount: number, list: Uint32Array): number {
  for (let row = 0; row < rowCount; row++) list[row] = row;
  return rowCount;
}

function selectEqual(column: Int32Array, value: number, rowCount: number, list: Uint32Array): number {
  let count = 0;
  for (let row = 0; row < rowCount; row++) if (column[row] === value) list[count++] = row;
  return count;
}

function keepEqual(column: Int32Array, value: number, list: Uint32Array, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) if (column[list[i]!] === value) list[count++] = list[i]!;
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

/** Keeps rows of this agent, and rows that are shared with it. */
function keepVisible(
  { agent, sharedWith }: IndexColumns,
  own: number,
  shared: Uint8Array,
  list: Uint32Array,
  length: number,
): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const row = list[i]!;
    const set = sharedWith[row]!;
    if (agent[row] === own || set === SHARED_WITH_ALL || shared[set] === 1) list[count++] = row;
  }
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
