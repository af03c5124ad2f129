import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import { uuidv7 } from 'uuidv7';
import type { ForeignFile, ForeignFiles } from '../../ports/foreign-files.js';
import type { NewMemory } from '../../ports/memory-store.js';
import type { MemoryDependencies } from '../dependencies.js';
import { embedPatiently } from '../embedding/embed-patiently.js';
import type { MemoryType, Project } from '../memory/memory.js';
import { insertMemories } from '../memory/write-memories.js';
import { keepConflicts, NOTHING_RELATED, type RelatedMemories } from '../related/find-related.js';
import { createImportRelated, type ImportRelated } from '../related/related-of-import.js';
import { type FollowedFile, type ForeignWarning, followImports } from './follow-imports.js';
import type { ForeignStatement } from './foreign-statement.js';
import type { ForeignFormat } from './formats.js';
import type { ForeignSecret, ParsedForeign } from './parse-foreign.js';
import { sourceKey } from './source-key.js';

export interface ForeignCommand {
  files: readonly ForeignFile[];
  /** Name or id; null: the memories belong to no project. */
  project: string | null;
  sourceAgent: string;
  /** Tells what would be stored, and stores nothing. */
  dryRun: boolean;
}

export interface ForeignCounts {
  created: number;
  /** Already there, or said twice in the file. */
  skipped: number;
  /** Not stored because of what stands in them: at present none, since credentials are redacted. */
  invalid: number;
}

export interface FileReport {
  path: string;
  /** Null where the file could not be read. */
  format: ForeignFormat | null;
  importedBy: string | null;
  status: 'imported' | 'unchanged' | 'failed';
  counts: ForeignCounts;
  error: { code: string; message: string } | null;
  warnings: ForeignWarning[];
}

/** With what was there before the import that it may have to do with; nothing in a dry run. */
export interface ForeignItem extends RelatedMemories {
  /** Null in a dry run, and where nothing was stored. */
  memoryId: string | null;
  action: 'created' | 'skipped' | 'invalid';
  type: MemoryType;
  content: string;
  sourcePath: string;
  sourceLine: number;
}

export interface ForeignReport {
  files: FileReport[];
  items: ForeignItem[];
}

/** A file of more statements is a data set and no memory; bounds one transaction. */
const MAX_STATEMENTS = 2_000;
/** Texts of an import that wait to be embedded; the queue has place for 512, for everybody. */
const EMBEDDED_AT_ONCE = 8;

export interface ForeignImporter {
  /** A file is stored as a whole or not at all, whatever becomes of the others. */
  run(command: ForeignCommand): Promise<ForeignReport>;
}

export function createForeignImporter(deps: MemoryDependencies, files: ForeignFiles): ForeignImporter {
  /** One file after the other, over all calls: of two imports of the same file the second embeds nothing. */
  const inTurn = pLimit(1);

  return {
    async run(command) {
      const project = command.project === null ? null : await deps.store.proposeProject(command.project);
      const report: ForeignReport = { files: [], items: [] };
      const relatedTo = createImportRelated(deps);
      for await (const followed of followImports(files, command.files)) {
        const { fileReport, items } = await inTurn(() =>
          importFile(deps, followed, project, command, relatedTo),
        );
        report.files.push(fileReport);
        report.items.push(...items);
      }
      return report;
    },
  };
}

async function importFile(
  deps: MemoryDependencies,
  { file, importedBy, parsed, error, warnings }: FollowedFile,
  project: Project | null,
  command: ForeignCommand,
  relatedTo: ImportRelated,
): Promise<{ fileReport: FileReport; items: ForeignItem[] }> {
  const { path } = file;
  const base = { path, format: parsed?.format ?? file.format, importedBy };
  const failed = ({ code, message }: AppError) => ({
    fileReport: {
      ...base,
      status: 'failed' as const,
      counts: { created: 0, skipped: 0, invalid: 0 },
      error: { code, message },
      warnings,
    },
    items: [],
  });
  if (parsed === null) return failed(error!);
  try {
    const sorted = await sortStatements(deps, path, parsed, project);
    const stored = command.dryRun
      ? sorted.created.map(() => undefined)
      : await store(deps, path, sorted.created, project, command.sourceAgent, relatedTo);
    const isNew = (_: unknown, at: number) => stored[at] !== null;
    const created = sorted.created.map((each, at) => [each, stored[at]] as const).filter(isNew);
    const skipped = [...sorted.skipped, ...sorted.created.filter((_, at) => stored[at] === null)];
    const counts = { created: created.length, skipped: skipped.length, invalid: 0 };
    const status = created.length > 0 ? 'imported' : 'unchanged';
    return {
      fileReport: {
        ...base,
        status,
        counts,
        error: null,
        warnings: [...warnings, ...parsed.secrets.map(redactedWarning)],
      },
      items: [
        ...created.map(([each, told]) => toItem(each, path, 'created', told ?? undefined)),
        ...skipped.map((each) => toItem(each, path, 'skipped')),
      ].sort((a, b) => a.sourceLine - b.sourceLine),
    };
  } catch (failure) {
    if (failure instanceof AppError) return failed(failure);
    throw failure;
  }
}

interface KeyedStatement extends ForeignStatement {
  key: string;
}

interface SortedStatements {
  created: KeyedStatement[];
  skipped: ForeignStatement[];
}

/** What is new in a file, and what is known. */
async function sortStatements(
  { store }: MemoryDependencies,
  path: string,
  { statements }: ParsedForeign,
  project: Project | null,
): Promise<SortedStatements> {
  if (statements.length > MAX_STATEMENTS) {
    throw new AppError(
      'foreign_file_unreadable',
      `Expected a memory file of at most ${MAX_STATEMENTS} statements, received ${statements.length}`,
    );
  }
  const keyed = statements.map((each) => ({ ...each, key: sourceKey(path, each.content) }));
  const known = await store.sourceKeys(
    project,
    keyed.map(({ key }) => key),
  );
  const sorted: SortedStatements = { created: [], skipped: [] };
  for (const statement of keyed) {
    if (known.has(statement.key)) sorted.skipped.push(statement);
    else sorted.created.push(statement);
    known.add(statement.key);
  }
  return sorted;
}

function redactedWarning({ kind, line }: ForeignSecret): ForeignWarning {
  return {
    code: 'secret_redacted',
    message: `Line ${line}: A ${kind} was removed from the content before it was stored`,
  };
}

interface StoredStatement extends RelatedMemories {
  memoryId: string;
}

/** Resolves to what is told of each, in order; null for one that another process has stored meanwhile. */
async function store(
  deps: MemoryDependencies,
  path: string,
  statements: readonly KeyedStatement[],
  project: Project | null,
  sourceAgent: string,
  relatedTo: ImportRelated,
): Promise<(StoredStatement | null)[]> {
  if (statements.length === 0) return [];
  const vectors = await mapAtOnce(statements, EMBEDDED_AT_ONCE, ({ content }) =>
    embedPatiently(() => deps.embedder.embed([content], { priority: 'bulk' })),
  );
  const createdAt = deps.clock();
  const memories: NewMemory[] = statements.map((statement, i) => ({
    memoryId: uuidv7(),
    content: statement.content,
    type: statement.type,
    importance: 0.5,
    project,
    tags: statement.tags,
    sourceAgent,
    createdAt,
    occurredAt: statement.occurredAt,
    expiresAt: null,
    conversationId: null,
    impliedConversation: null,
    speaker: null,
    origin: 'foreign',
    sourcePath: path,
    sourceLine: statement.line,
    sourceKey: statement.key,
    vectors: { content: vectors[i]![0]!, context: null },
  }));
  const found: RelatedMemories[] = [];
  for (const memory of memories) found.push(await relatedTo(memory, memory.vectors.content));
  const keys = statements.map(({ key }) => key);
  const known = await deps.withTransaction(async (tx) => {
    const known = await tx.memories.sourceKeys(project, keys);
    const isNew = (_: unknown, at: number) => !known.has(keys[at]!);
    const stored = await insertMemories(tx, memories.filter(isNew));
    for (const [i, { conflicts }] of found.filter(isNew).entries())
      await keepConflicts(tx, stored[i]!, conflicts, createdAt);
    return known;
  });
  return memories.map(({ memoryId }, i) => (known.has(keys[i]!) ? null : { memoryId, ...found[i]! }));
}

/** In order; at most `atOnce` of them under way, and none is begun after one failed. */
async function mapAtOnce<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const takeTurns = async (): Promise<void> => {
    while (next < items.length) {
      const i = next++;
      try {
        results[i] = await work(items[i]!);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return results;
}

function toItem(
  { type, content, line }: ForeignStatement,
  sourcePath: string,
  action: ForeignItem['action'],
  stored?: StoredStatement,
): ForeignItem {
  const told = stored ?? { memoryId: null, ...NOTHING_RELATED };
  return { ...told, action, type, content, sourcePath, sourceLine: line };
}
