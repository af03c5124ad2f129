import { join } from 'node:path';
import type { TextEmbedder } from '../../embedding/text-embedder.js';
import type { StoreGeneration } from '../../memory/memory-store.js';
import {
  COLUMN_TYPES,
  columnNames,
  type IndexColumns,
  mapColumns,
  type NumberArray,
} from '../index/columns.js';
import { Dictionary, SetDictionary } from '../index/dictionary.js';
import { createParts, type IndexParts } from '../index/index-parts.js';
import { MemoryIndex } from '../index/memory-index.js';
import type { Postings } from '../index/postings.js';
import type { Names } from '../index/row-filter.js';
import type { VectorTable } from '../index/vector-table.js';
import type { IndexFile } from '../indexing/index-keeper.js';
import { TEXT_VERSION } from '../text/analyse-text.js';
import {
  openSnapshotFile,
  removeUnfinished,
  type Section,
  SnapshotError,
  type SnapshotReader,
  writeSnapshotFile,
} from './snapshot-file.js';

/** The properties that a saved index must have to be used. */
export interface SnapshotIdentity {
  /** The embedding model and the version of the text analysis that created the entries. */
  model: string;
}

interface Meta extends SnapshotIdentity {
  dimensions: number;
  rows: number;
  generation: unknown;
}

/** Above this share of dead rows the index is compacted after loading. */
const MAX_DEAD_SHARE = 0.2;

/**
 * Saves the current state of the index; concurrent writes are not included. The large parts need no copy
 * because they only grow at their end; the columns, which change in place, are copied immediately.
 * `generation` (any JSON) identifies the state of the database. Returns false without replacing the file if
 * the index was compacted or cleared in the meantime. Only one call per path at a time is allowed.
 */
export function saveSnapshot(
  index: MemoryIndex,
  path: string,
  { model, generation }: SnapshotIdentity & { generation: unknown },
): Promise<boolean> {
  const { parts, layout, dimensions } = index;
  const meta: Meta = { model, dimensions, rows: parts.rows, generation };
  return writeSnapshotFile(path, meta, sectionsOf(parts), () => index.layout === layout);
}

/** Returns the saved index and its generation, or the reason why it cannot be used. Never throws. */
export async function loadSnapshot<Generation>(
  path: string,
  expected: SnapshotIdentity & { dimensions: number },
): Promise<{ index: MemoryIndex; generation: Generation } | { index: null; reason: string }> {
  let reader: SnapshotReader<Meta> | null = null;
  try {
    reader = await openSnapshotFile<Meta>(path);
    const { model, dimensions, generation } = reader.meta;
    if (model !== expected.model) return refused(`it was made with "${model}", expected "${expected.model}"`);
    if (dimensions !== expected.dimensions) {
      return refused(`its vectors have ${dimensions} dimensions, expected ${expected.dimensions}`);
    }
    const index = new MemoryIndex(dimensions, await readParts(reader));
    if (index.deadShare > MAX_DEAD_SHARE) index.compact();
    return { index, generation: generation as Generation };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return refused('it does not exist');
    return refused(error instanceof SnapshotError ? error.message : `it cannot be read: ${error}`);
  } finally {
    await reader?.close();
  }
}

function refused(reason: string): { index: null; reason: string } {
  return { index: null, reason };
}

/** Copies the columns immediately; the pieces are created while writing. */
function sectionsOf({ rows, columns, names, content, contexts, postings }: IndexParts): Section[] {
  const termCount = postings.size;
  const lengths = postings.lengths(termCount);
  return [
    ...columnNames.map((name) => arraySection(`columns.${name}`, columns[name].slice(0, rows))),
    ...Object.entries(names).map(([name, dictionary]) =>
      stringSection(`names.${name}`, savedNames(dictionary), savedNames(dictionary).length),
    ),
    ...tableSections('content', content),
    ...tableSections('contexts', contexts),
    stringSection('terms', { [Symbol.iterator]: () => postings.terms() }, termCount),
    arraySection('postings.lengths', lengths),
    { name: 'postings.entries', pieces: () => postingPieces(postings, lengths) },
  ];
}

async function readParts(reader: SnapshotReader<Meta>): Promise<IndexParts> {
  const parts = createParts(reader.meta.dimensions);
  const saved = new Map<string, NumberArray>();
  for (const name of columnNames) {
    const { buffer } = await reader.read(`columns.${name}`);
    saved.set(name, new COLUMN_TYPES[name](buffer));
  }
  const columns: IndexColumns = mapColumns((name) => saved.get(name)!);
  const names = { ...parts.names };
  for (const name of Object.keys(names) as (keyof Names)[]) {
    const strings = await readStrings(reader, `names.${name}`);
    Object.assign(names, {
      [name]: names[name] instanceof SetDictionary ? new SetDictionary(strings) : new Dictionary(strings),
    });
  }
  await readTable(reader, 'content', parts.content);
  await readTable(reader, 'contexts', parts.contexts);
  await readPostings(reader, parts.postings);
  return { ...parts, rows: reader.meta.rows, columns, names };
}

const bytesOf = (array: NumberArray): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function arraySection(name: string, array: NumberArray): Section {
  return { name, pieces: () => slices(() => bytesOf(array), array.byteLength) };
}

const PIECE_BYTES = 1 << 18;

/** Yields the bytes in pieces. Requests the view for each piece, since WebAssembly memory can move. */
function* slices(view: () => Uint8Array, length: number): Generator<Uint8Array> {
  for (let at = 0; at < length; at += PIECE_BYTES)
    yield view().subarray(at, Math.min(at + PIECE_BYTES, length));
}

function savedNames(dictionary: Dictionary | SetDictionary): readonly string[] {
  return dictionary instanceof SetDictionary ? dictionary.encodedSets : dictionary.names;
}

const STRINGS_A_LINE = 2048;

/** Writes the first `count` strings as lines of JSON arrays. */
function stringSection(name: string, strings: Iterable<string>, count: number): Section {
  return {
    name,
    *pieces() {
      let line: string[] = [];
      let done = 0;
      for (const string of strings) {
        if (done++ === count) break;
        line.push(string);
        if (line.length < STRINGS_A_LINE) continue;
        yield Buffer.from(`${JSON.stringify(line)}\n`);
        line = [];
      }
      yield Buffer.from(`${JSON.stringify(line)}\n`);
    },
  };
}

async function readStrings(reader: SnapshotReader<Meta>, name: string): Promise<string[]> {
  const text = Buffer.from((await reader.read(name)).buffer).toString();
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line) as string[]);
}

function tableSections(name: string, table: VectorTable): Section[] {
  const { firstSlot, records } = table.contents();
  const length = records().length;
  return [
    arraySection(`${name}.firstSlot`, firstSlot),
    { name: `${name}.records`, pieces: () => slices(records, length) },
  ];
}

async function readTable(reader: SnapshotReader<Meta>, name: string, table: VectorTable): Promise<void> {
  const firstSlot = new Uint32Array((await reader.read(`${name}.firstSlot`)).buffer);
  await reader.readInto(`${name}.records`, table.restore(firstSlot));
}

const POSTINGS_A_PIECE = 1 << 16;

/** Yields the first `lengths[term]` postings of all terms in sequence. */
function* postingPieces(postings: Postings, lengths: Uint32Array): Generator<Uint8Array> {
  const piece = new Uint32Array(POSTINGS_A_PIECE);
  let filled = 0;
  for (let term = 0; term < lengths.length; term++) {
    for (let from = 0; from < lengths[term]!; ) {
      const count = Math.min(lengths[term]! - from, piece.length - filled);
      // Reads again after each piece, because searches use the same scratch memory.
      piece.set(postings.read(term).subarray(from, from + count), filled);
      from += count;
      filled += count;
      if (filled < piece.length) continue;
      yield bytesOf(piece);
      filled = 0;
    }
  }
  yield bytesOf(piece.subarray(0, filled));
}

async function readPostings(reader: SnapshotReader<Meta>, postings: Postings): Promise<void> {
  const terms = await readStrings(reader, 'terms');
  const lengths = new Uint32Array((await reader.read('postings.lengths')).buffer);
  const entries = new Uint32Array((await reader.read('postings.entries')).buffer);
  let from = 0;
  for (let term = 0; term < terms.length; term++) {
    postings.addTerm(terms[term]!, entries.subarray(from, from + lengths[term]!));
    from += lengths[term]!;
  }
}

/**
 * Stores the index in `<dataDir>/memory.index`. If the file is missing, the next start rebuilds the index.
 */
export function createIndexFile(dataDir: string, embedder: TextEmbedder): IndexFile {
  const path = join(dataDir, 'memory.index');
  const model = `${embedder.model.name} ${embedder.model.revision}, texts ${TEXT_VERSION}`;
  return {
    async load() {
      const { dimensions } = embedder;
      await removeUnfinished(path);
      const loaded = await loadSnapshot<StoreGeneration>(path, { model, dimensions });
      return loaded.index === null ? { reason: loaded.reason } : loaded;
    },
    save: (index, generation) => saveSnapshot(index, path, { model, generation }),
  };
}
