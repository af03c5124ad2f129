import { AppError } from '@anima/service/errors';
import { uuidv7 } from 'uuidv7';
import { updateMemory } from '../memory/change-memory.js';
import { isArchived, type Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { remember } from '../memory/remember.js';
import { changeMemory, memoriesToChange, writeChanges } from '../memory/write-memories.js';
import { browse } from '../recall/recall.js';
import { ToolFailure } from './memory-path.js';

/** Marks the memories that are files. */
export const FILE_TAG = 'memory-file';
/** Maximum number of files of a project: a listing reads all of them. */
const MAX_FILES = 1_000;
const PAGE_SIZE = 200;

/** Files of a project, each a memory whose content is the text of the file. */
export interface MemoryFiles {
  find(path: string): Promise<Memory | null>;
  /** Returns all files below a directory. */
  below(directory: string): Promise<Memory[]>;
  create(path: string, text: string): Promise<void>;
  change(file: Memory, text: string): Promise<void>;
  remove(files: readonly Memory[]): Promise<void>;
  /** Gives files new paths, all or none. */
  move(files: readonly { file: Memory; path: string }[]): Promise<void>;
}

export interface FilesOf {
  deps: MemoryDependencies;
  agent: string;
  /** Separates the files of isolated agents; empty without isolation. */
  owner: string;
  /** Name or id; null: files without a project. */
  project: string | null;
  maxBytes: number;
}

export const pathOfFile = ({ sourcePath }: Memory): string => sourcePath?.slice(SOURCE.length) ?? '';

const SOURCE = 'memory-tool:';

export function createMemoryFiles({ deps, agent, owner, project, maxBytes }: FilesOf): MemoryFiles {
  const sourceOf = (path: string) => ({ path: SOURCE + path, key: `${SOURCE}${owner}:${path}` });

  /** A command lists the files before it changes one, so that one list is enough. */
  let listed: Promise<Memory[]> | null = null;
  const all = () => {
    listed ??= listFiles();
    return listed;
  };

  async function listFiles(): Promise<Memory[]> {
    const known = project === null ? null : await deps.store.project(project);
    if (project !== null && known === null) return [];
    const filter = {
      tags: [FILE_TAG],
      ...(known === null ? { globalOnly: true } : { projectId: known.projectId }),
    };
    const found: Memory[] = [];
    for (let page = 1; ; page++) {
      const { memories, total } = await browse(deps, filter, { start: { page }, pageSize: PAGE_SIZE });
      found.push(...memories);
      if (found.length >= total || memories.length === 0) break;
    }
    return found.filter((file) => isFile(file, pathOfFile(file)));
  }
  const isFile = ({ sourceKey }: Memory, path: string) => sourceKey === sourceOf(path).key;

  function requireStorable(text: string): void {
    if (text.trim() === '')
      throw new ToolFailure('Error: A memory file cannot be empty. Delete the file instead.');
    if (text.includes('\0')) throw new ToolFailure('Error: A memory file cannot contain NUL characters.');
    const bytes = Buffer.byteLength(text);
    if (bytes > maxBytes)
      throw new ToolFailure(`Error: A memory file has at most ${maxBytes} bytes, received ${bytes}.`);
  }

  return {
    async find(path) {
      const found = await deps.store.importedFrom(SOURCE + path);
      const known = project === null ? null : await deps.store.project(project);
      const now = deps.clock();
      return (
        found.find(
          (file) =>
            isFile(file, path) &&
            !isArchived(file, now) &&
            file.project?.projectId === known?.projectId &&
            (project === null || known !== null),
        ) ?? null
      );
    },
    below: async (directory) =>
      (await all())
        .filter((file) => pathOfFile(file).startsWith(`${directory}/`))
        .sort((a, b) => (pathOfFile(a) < pathOfFile(b) ? -1 : 1)),
    async create(path, text) {
      requireStorable(text);
      if ((await all()).length >= MAX_FILES)
        throw new ToolFailure(`Error: A project has at most ${MAX_FILES} memory files. Delete some first.`);
      await remember(deps, {
        memoryId: uuidv7(),
        content: text,
        type: 'fact',
        importance: 0.5,
        project,
        tags: [FILE_TAG],
        sourceAgent: agent,
        ttlSeconds: null,
        conversationId: null,
        speaker: null,
        occurredAt: null,
        source: sourceOf(path),
      }).catch((error) => {
        if (error instanceof AppError && error.code === 'file_exists')
          throw new ToolFailure(`Error: File ${path} already exists`);
        throw error;
      });
    },
    async change(file, text) {
      requireStorable(text);
      await updateMemory(deps, file.memoryId, agent, { content: text });
    },
    async remove(files) {
      const at = deps.clock();
      // Without its key, a file with the same path can be created.
      const fields = { archivedAt: at, sourceKey: null };
      await deps.withTransaction(async (tx) => {
        for (const { memoryId } of files)
          await changeMemory(tx, memoryId, () => ({ kind: 'archived', agentId: agent, at, fields }));
      });
    },
    async move(files) {
      const at = deps.clock();
      await deps.withTransaction(async (tx) => {
        const keys = files.map(({ path }) => sourceOf(path).key);
        const known = await tx.memories.sourceKeys(files[0]!.file.project, keys);
        const existing = files.find(({ path }) => known.has(sourceOf(path).key));
        if (existing !== undefined)
          throw new ToolFailure(`Error: The destination ${existing.path} already exists`);
        const current = await memoriesToChange(
          tx,
          files.map(({ file }) => file.memoryId),
        );
        await writeChanges(
          tx,
          current,
          files.map(({ path }) => {
            const { path: sourcePath, key: sourceKey } = sourceOf(path);
            return { kind: 'updated', agentId: agent, at, fields: { sourcePath, sourceKey } };
          }),
        );
      });
    },
  };
}
