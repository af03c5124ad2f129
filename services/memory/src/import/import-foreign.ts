import { AppError } from '@anima/service/errors';
import pLimit from 'p-limit';
import { uuidv7 } from 'uuidv7';
import { embedMemory } from '../embedding/embed-memory.js';
import { embedWithRetry } from '../embedding/embed-patiently.js';
import type { Memory, MemoryType, Project } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import type { NewMemory } from '../memory/memory-store.js';
import { supersededEnd } from '../memory/validity.js';
import { insertMemories, type MemoryChange, writeChanges } from '../memory/write-memories.js';
import { keepConflicts, NOTHING_RELATED, type RelatedMemories } from '../related/find-related.js';
import { createImportRelated, type ImportRelated } from '../related/related-of-import.js';
import { byAgent, type Relation } from '../relations/relation.js';
import { supersedes } from '../relations/supersede.js';
import { type FileOrigin, findOrigin } from './find-origin.js';
import { type FollowedFile, type ForeignWarning, followImports } from './follow-imports.js';
import type { ForeignFile, ForeignFiles } from './foreign-files.js';
import type { ForeignStatement } from './foreign-statement.js';
import { sourceKey } from './foreign-statement.js';
import type { ForeignFormat } from './formats.js';
import type { ForeignSecret } from './parse-foreign.js';
import { type ImportPlan, type KeyedStatement, planImport } from './plan-import.js';

export interface ForeignCommand {
  files: readonly ForeignFile[];
  /** Name or id; null: no project; undefined: the folder of each file determines the project. */
  project: string | null | undefined;
  sourceAgent: string;
  /** Reports the planned changes without storing them. */
  dryRun: boolean;
}

/** Numbers of statements of a file, and of memories that came from it. */
export interface ForeignCounts {
  created: number;
  /** Statements that are already memories, or that are repeated in the file. */
  unchanged: number;
  /** Statements that replace an earlier version. */
  changed: number;
  /** Memories that were archived because their statement is no longer in the file. */
  removed: number;
}

export const NOTHING_COUNTED: ForeignCounts = { created: 0, unchanged: 0, changed: 0, removed: 0 };

export interface FileReport {
  path: string;
  /** Null if the file could not be read. */
  format: ForeignFormat | null;
  importedBy: string | null;
  /** Name of the project of its memories. */
  project: string | null;
  /** The path from which the file has moved since the last import. */
  movedFrom: string | null;
  status: 'imported' | 'unchanged' | 'failed';
  counts: ForeignCounts;
  error: { code: string; message: string } | null;
  warnings: ForeignWarning[];
}

/** A statement with its related memories from before the import; a dry run finds none. */
export interface ForeignItem extends RelatedMemories {
  /** Null if the memory was not stored by this import: in a dry run, and for unchanged statements. */
  memoryId: string | null;
  action: 'created' | 'unchanged' | 'changed' | 'removed';
  type: MemoryType;
  content: string;
  sourcePath: string;
  sourceLine: number;
  /** The memory that the statement replaces. */
  previous: Memory | null;
}

export interface ForeignReport {
  files: FileReport[];
  items: ForeignItem[];
}

/** Limits the size of a transaction. A file with more statements is a data set, not a memory file. */
const MAX_STATEMENTS = 2_000;
/** The same limit for a conversation or another part of an export. */
const MAX_PART_STATEMENTS = 10_000;
/** Maximum number of texts of an import in the embedding queue. All callers share its 512 slots. */
const EMBEDDED_AT_ONCE = 8;

export interface ForeignImporter {
  /** Stores each file completely or not at all, independent of the other files. */
  run(command: ForeignCommand): Promise<ForeignReport>;
}

export function createForeignImporter(deps: MemoryDependencies, files: ForeignFiles): ForeignImporter {
  /** Imports one file at a time, so that the second import of a file embeds no text. */
  const inTurn = pLimit(1);

  return {
    async run(command) {
      const named =
        typeof command.project === 'string'
          ? await deps.store.proposeProject(command.project)
          : command.project;
      const report: ForeignReport = { files: [], items: [] };
      const relatedTo = createImportRelated(deps);
      const projects = new Map<string, Project | null>();
      for await (const followed of followImports(files, command.files)) {
        const { importedBy } = followed;
        const given = importedBy === null ? named : projects.get(importedBy);
        const { fileReport, items, project } = await inTurn(() =>
          importFile({ deps, files, relatedTo, command }, followed, given),
        );
        projects.set(followed.file.path, project);
        addReport(report.files, fileReport, followed.partOf ?? null);
        report.items.push(...items);
      }
      return report;
    },
  };
}

/** Adds the report of a file. The parts of an export have one report together. */
function addReport(reports: FileReport[], report: FileReport, partOf: string | null): void {
  const last = reports.at(-1);
  if (partOf === null || last?.path !== partOf) {
    reports.push({ ...report, path: partOf ?? report.path });
    return;
  }
  for (const name of Object.keys(last.counts) as (keyof ForeignCounts)[])
    last.counts[name] += report.counts[name];
  if (report.status !== 'unchanged' && last.status !== 'failed') last.status = report.status;
  last.error ??= report.error;
}

interface ImportRun {
  deps: MemoryDependencies;
  files: ForeignFiles;
  relatedTo: ImportRelated;
  command: ForeignCommand;
}

/** If `given` is undefined, the earlier imports of the file or its folder determine the project. */
async function importFile(
  run: ImportRun,
  { file, importedBy, parsed, error, warnings, partOf }: FollowedFile,
  given: Project | null | undefined,
): Promise<{ fileReport: FileReport; items: ForeignItem[]; project: Project | null }> {
  const { path } = file;
  const base = { path, format: parsed?.format ?? file.format, importedBy };
  const failed = ({ code, message }: AppError) => ({
    fileReport: {
      ...base,
      project: given?.name ?? null,
      movedFrom: null,
      status: 'failed' as const,
      counts: { ...NOTHING_COUNTED },
      error: { code, message },
      warnings,
    },
    items: [],
    project: given ?? null,
  });
  if (parsed === null) return failed(error!);
  try {
    const limit = partOf === undefined ? MAX_STATEMENTS : MAX_PART_STATEMENTS;
    if (parsed.statements.length > limit) {
      throw new AppError(
        'foreign_file_unreadable',
        `Expected a memory file of at most ${limit} statements, received ${parsed.statements.length}`,
      );
    }
    const origin = await findOrigin(run, path, parsed.statements, given);
    const plan = planImport(parsed.statements, origin.memories, origin.path, run.deps.clock());
    const items = run.command.dryRun ? plannedItems(path, plan) : await applyPlan(run, path, origin, plan);
    const count = (action: ForeignItem['action']) => items.filter((item) => item.action === action).length;
    const counts = {
      created: count('created'),
      unchanged: count('unchanged'),
      changed: count('changed'),
      removed: count('removed'),
    };
    return {
      fileReport: {
        ...base,
        project: origin.project?.name ?? null,
        movedFrom: origin.path === path ? null : origin.path,
        status: counts.created + counts.changed + counts.removed > 0 ? 'imported' : 'unchanged',
        counts,
        error: null,
        warnings: [...warnings, ...parsed.secrets.map(redactedWarning)],
      },
      items: items.sort((a, b) => a.sourceLine - b.sourceLine),
      project: origin.project,
    };
  } catch (failure) {
    if (failure instanceof AppError) return failed(failure);
    throw failure;
  }
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

/** Carries out the plan in one transaction. Memories that changed in the meantime stay unchanged. */
async function applyPlan(
  { deps, command, relatedTo }: ImportRun,
  path: string,
  { path: readFrom, project }: FileOrigin,
  plan: ImportPlan,
): Promise<ForeignItem[]> {
  const isMoved = readFrom !== path;
  const moved = isMoved ? plan.unchanged.flatMap(({ memory }) => memory ?? []) : [];
  const fresh = [
    ...plan.created.map((statement) => ({ statement, previous: null as Memory | null })),
    ...plan.changed.map(({ statement, memory }) => ({ statement, previous: memory as Memory | null })),
  ];
  const { sourceAgent: agentId } = command;
  const keyOf = ({ content }: KeyedStatement) => sourceKey(path, content);
  if (fresh.length + plan.removed.length + moved.length === 0) return plannedItems(path, plan);
  const vectors = await mapAtOnce(fresh, EMBEDDED_AT_ONCE, ({ statement }) =>
    embedWithRetry(() =>
      embedMemory(deps.embedder, { speaker: statement.speaker ?? null, content: statement.content }, null, {
        priority: 'bulk',
      }),
    ),
  );
  const at = deps.clock();
  const memories = fresh.map(
    ({ statement, previous }, i): NewMemory => ({
      memoryId: uuidv7(),
      content: statement.content,
      type: statement.type,
      importance: previous?.importance ?? statement.importance ?? 0.5,
      project,
      tags: [...new Set([...statement.tags, ...(previous?.tags ?? [])])].slice(0, MAX_TAGS),
      sourceAgent: command.sourceAgent,
      createdAt: at,
      occurredAt: statement.occurredAt,
      expiresAt: previous?.expiresAt ?? null,
      validFrom: statement.validFrom ?? null,
      validUntil: statement.validUntil ?? null,
      conversationId: statement.conversationId ?? null,
      impliedConversation: null,
      speaker: statement.speaker ?? null,
      role: statement.role ?? null,
      origin: 'foreign',
      sourcePath: path,
      sourceLine: statement.line,
      sourceKey: keyOf(statement),
      ...(previous === null ? {} : { sharedWith: previous.sharedWith }),
      vectors: vectors[i]!,
    }),
  );
  const found: RelatedMemories[] = [];
  const leaving = [...plan.changed.map(({ memory }) => memory), ...plan.removed].map((each) => each.memoryId);
  for (const memory of memories)
    found.push(await relatedTo(memory, memory.vectors.content, { ids: leaving.slice(0, MAX_LEFT_OUT) }));

  const done = await deps.withTransaction(async (tx) => {
    const known = await tx.memories.sourceKeys(
      project,
      memories.map((memory) => memory.sourceKey!),
    );
    const isNew = (_: unknown, i: number) => !known.has(memories[i]!.sourceKey!);
    const stored = await insertMemories(tx, memories.filter(isNew));
    for (const [i, { conflicts }] of found.filter(isNew).entries())
      await keepConflicts(tx, stored[i]!, conflicts, at);

    const asPlanned = [...plan.changed.map(({ memory }) => memory), ...plan.removed, ...moved];
    const current = await tx.memories.forUpdate(asPlanned.map(({ memoryId }) => memoryId));
    const untouched = new Map(
      current.filter((memory) => isAsPlanned(memory, asPlanned)).map((memory) => [memory.memoryId, memory]),
    );
    const changes: [Memory, MemoryChange][] = [];
    const change = (memory: Memory, kind: MemoryChange['kind'], fields: MemoryChange['fields']): boolean => {
      const now = untouched.get(memory.memoryId);
      if (now !== undefined) changes.push([now, { kind, agentId, at, fields }]);
      return now !== undefined;
    };
    const replaced = new Set<Memory>();
    const relations: Relation[] = [];
    for (const [i, { previous }] of fresh.entries()) {
      if (previous === null || !isNew(null, i)) continue;
      const { memoryId } = memories[i]!;
      // Without its key, a statement that comes back to the file is imported again.
      const validUntil = supersededEnd(previous, memories[i]!);
      const fields = { archivedAt: at, supersededBy: memoryId, validUntil, sourceKey: null };
      if (!change(previous, 'superseded', fields)) continue;
      replaced.add(previous);
      const by = { by: byAgent(agentId), reason: CHANGED_IN_FILE, at };
      relations.push(supersedes(memoryId, previous.memoryId, by));
    }
    if (relations.length > 0) await tx.relations.put(relations);
    const removed = plan.removed.filter((memory) =>
      change(memory, 'archived', { archivedAt: at, sourceKey: null }),
    );
    const newKeys = new Map(
      plan.unchanged.flatMap(({ statement, memory }) =>
        memory === null ? [] : [[memory, keyOf(statement)]],
      ),
    );
    for (const memory of moved)
      change(memory, 'updated', { sourcePath: path, sourceKey: newKeys.get(memory)! });
    await writeChanges(
      tx,
      changes.map(([memory]) => memory),
      changes.map(([, each]) => each),
    );
    return { isStored: memories.map(isNew), replaced, removed: new Set(removed) };
  });

  return [
    ...plan.unchanged.map(({ statement }) => toItem(statement, path, 'unchanged')),
    ...fresh.map(({ statement, previous }, i) => {
      if (!done.isStored[i]) return toItem(statement, path, 'unchanged');
      const earlier = previous !== null && done.replaced.has(previous) ? previous : null;
      const stored = { memoryId: memories[i]!.memoryId, ...found[i]! };
      return toItem(statement, path, earlier === null ? 'created' : 'changed', { stored, previous: earlier });
    }),
    ...plan.removed.filter((memory) => done.removed.has(memory)).map((memory) => removedItem(path, memory)),
  ];
}

const CHANGED_IN_FILE = 'The statement changed in its file';
const MAX_TAGS = 64;
/** A search that excludes more memories than this would have to inspect too many neighbours. */
const MAX_LEFT_OUT = 100;

function isAsPlanned(memory: Memory, planned: readonly Memory[]): boolean {
  const before = planned.find(({ memoryId }) => memoryId === memory.memoryId)!;
  const { archivedAt, content, sourceKey: key } = memory;
  return archivedAt === before.archivedAt && content === before.content && key === before.sourceKey;
}

/** Runs `work` for all items, at most `atOnce` concurrently. Starts no call after a failure. */
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

/** Reports the plan of a dry run. */
function plannedItems(path: string, plan: ImportPlan): ForeignItem[] {
  return [
    ...plan.unchanged.map(({ statement }) => toItem(statement, path, 'unchanged')),
    ...plan.created.map((statement) => toItem(statement, path, 'created')),
    ...plan.changed.map(({ statement, memory }) => toItem(statement, path, 'changed', { previous: memory })),
    ...plan.removed.map((memory) => removedItem(path, memory)),
  ];
}

function toItem(
  { type, content, line }: ForeignStatement,
  sourcePath: string,
  action: ForeignItem['action'],
  { stored, previous = null }: { stored?: StoredStatement; previous?: Memory | null } = {},
): ForeignItem {
  const related = stored ?? { memoryId: null, ...NOTHING_RELATED };
  return { ...related, action, type, content, sourcePath, sourceLine: line, previous };
}

function removedItem(sourcePath: string, { memoryId, type, content, sourceLine }: Memory): ForeignItem {
  const action = 'removed';
  const line = sourceLine ?? 1;
  return {
    ...NOTHING_RELATED,
    memoryId,
    action,
    type,
    content,
    sourcePath,
    sourceLine: line,
    previous: null,
  };
}
