import { AppError } from '@anima/service/errors';
import { insertLines, listDirectory, replaceOnce, showFile } from './file-texts.js';
import { type MemoryFiles, pathOfFile } from './memory-files.js';
import { memoryPath, ROOT, ToolFailure } from './memory-path.js';

/** A command of Anthropic's memory tool (memory_20250818). */
export type MemoryCommand =
  | { command: 'view'; path: string; view_range?: readonly number[] }
  | { command: 'create'; path: string; file_text: string }
  | { command: 'str_replace'; path: string; old_str: string; new_str: string }
  | { command: 'insert'; path: string; insert_line: number; insert_text: string }
  | { command: 'delete'; path: string }
  | { command: 'rename'; old_path: string; new_path: string };

export interface ToolResult {
  content: string;
  isError: boolean;
}

/** Errors of memories that the model can solve or report. */
const REPORTED = new Set(['secret_refused', 'content_too_large', 'too_many_projects', 'forbidden']);

/** Runs a command; a problem that the model can solve is a result with `isError`. */
export async function runMemoryTool(files: MemoryFiles, command: MemoryCommand): Promise<ToolResult> {
  try {
    return { content: await run(files, command), isError: false };
  } catch (error) {
    if (error instanceof ToolFailure) return { content: error.message, isError: true };
    if (error instanceof AppError && REPORTED.has(error.code))
      return { content: `Error: ${error.message}`, isError: true };
    throw error;
  }
}

async function run(files: MemoryFiles, command: MemoryCommand): Promise<string> {
  if (command.command === 'rename')
    return rename(files, memoryPath(command.old_path), memoryPath(command.new_path));
  const path = memoryPath(command.path);
  switch (command.command) {
    case 'view':
      return view(files, path, command.view_range);
    case 'create':
      if (path === ROOT || (await files.below(path)).length > 0 || (await files.find(path)) !== null)
        throw new ToolFailure(`Error: File ${path} already exists`);
      await requireNoFileAbove(files, path);
      await files.create(path, command.file_text);
      return `File created successfully at: ${path}`;
    case 'str_replace': {
      const file = await files.find(path);
      if (file === null)
        throw new ToolFailure(`Error: The path ${path} does not exist. Please provide a valid path.`);
      const { old_str: from, new_str: to } = command;
      const { text, response } = replaceOnce(path, file.content, { from, to });
      await files.change(file, text);
      return response;
    }
    case 'insert': {
      const file = await files.find(path);
      if (file === null) throw new ToolFailure(`Error: The path ${path} does not exist`);
      await files.change(file, insertLines(file.content, command.insert_line, command.insert_text));
      return `The file ${path} has been edited.`;
    }
    case 'delete':
      if (path === ROOT) throw new ToolFailure(`Error: Cannot delete the ${ROOT} directory itself`);
      await files.remove(await filesAt(files, path));
      return `Successfully deleted ${path}`;
  }
}

async function view(files: MemoryFiles, path: string, range: readonly number[] | undefined): Promise<string> {
  const file = path === ROOT ? null : await files.find(path);
  if (file !== null) return showFile(path, file.content, range);
  const below = await files.below(path);
  if (below.length === 0 && path !== ROOT)
    throw new ToolFailure(`The path ${path} does not exist. Please provide a valid path.`);
  const listed = below.map((each) => ({ path: pathOfFile(each), bytes: Buffer.byteLength(each.content) }));
  return listDirectory(path, listed);
}

async function rename(files: MemoryFiles, from: string, to: string): Promise<string> {
  if (from === ROOT) throw new ToolFailure(`Error: Cannot rename the ${ROOT} directory itself`);
  const moved = await filesAt(files, from);
  if (to === ROOT || (await files.find(to)) !== null || (await files.below(to)).length > 0)
    throw new ToolFailure(`Error: The destination ${to} already exists`);
  if (to.startsWith(`${from}/`)) throw new ToolFailure(`Error: Cannot move ${from} into itself`);
  await requireNoFileAbove(files, to);
  await files.move(moved.map((file) => ({ file, path: to + pathOfFile(file).slice(from.length) })));
  return `Successfully renamed ${from} to ${to}`;
}

/** Returns the file, or all files of the directory. */
async function filesAt(files: MemoryFiles, path: string) {
  const file = await files.find(path);
  const found = file === null ? await files.below(path) : [file];
  if (found.length === 0) throw new ToolFailure(`Error: The path ${path} does not exist`);
  return found;
}

/** A file cannot be the directory of another file. */
async function requireNoFileAbove(files: MemoryFiles, path: string): Promise<void> {
  const segments = path.split('/');
  for (let end = 3; end < segments.length; end++) {
    const above = segments.slice(0, end).join('/');
    if ((await files.find(above)) !== null) throw new ToolFailure(`Error: ${above} is a file`);
  }
}
