import { isHidden, ToolFailure } from './memory-path.js';

/** The texts of this file are those that Anthropic's documentation of the memory tool specifies. */

const MAX_LINES = 999_999;
const LISTED_LEVELS = 2;
const NUMBER_WIDTH = 6;
/** Lines before and after a change in its snippet. */
const SNIPPET_LINES = 2;

export interface ListedFile {
  path: string;
  bytes: number;
}

/** Lists files and directories below a directory, each with its size. */
export function listDirectory(directory: string, files: readonly ListedFile[]): string {
  const sizes = new Map<string, number>();
  let total = 0;
  for (const { path, bytes } of files) {
    const relative = path.slice(directory.length + 1);
    if (isHidden(relative)) continue;
    total += bytes;
    const segments = relative.split('/');
    for (let depth = 1; depth <= Math.min(LISTED_LEVELS, segments.length); depth++) {
      const isDirectory = depth < segments.length;
      const listed = `${directory}/${segments.slice(0, depth).join('/')}${isDirectory ? '/' : ''}`;
      sizes.set(listed, (sizes.get(listed) ?? 0) + bytes);
    }
  }
  const listed = [...sizes].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `Here're the files and directories up to 2 levels deep in ${directory}, excluding hidden items and node_modules:`,
    ...[[directory, total] as const, ...listed].map(([path, bytes]) => `${formatSize(bytes)}\t${path}`),
  ].join('\n');
}

function formatSize(bytes: number): string {
  const units = ['B', 'K', 'M', 'G'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${units[power]}`;
}

/** Shows a file with line numbers, or a part of it; an end of -1 is the end of the file. */
export function showFile(path: string, text: string, range: readonly number[] | undefined): string {
  const lines = text.split('\n');
  if (lines.length > MAX_LINES)
    throw new ToolFailure(`File ${path} exceeds maximum line limit of 999,999 lines.`);
  const [from = 1, to = -1] = range ?? [];
  const first = Math.max(1, from);
  const shown = lines.slice(first - 1, to === -1 ? undefined : to);
  return `Here's the content of ${path} with line numbers:\n${numbered(shown, first)}`;
}

const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, index) => `${String(first + index).padStart(NUMBER_WIDTH)}\t${line}`).join('\n');

/** Replaces a text that occurs once; returns the new text and the response with a snippet. */
export function replaceOnce(
  path: string,
  text: string,
  { from, to }: { from: string; to: string },
): { text: string; response: string } {
  const at = from === '' ? -1 : text.indexOf(from);
  if (at === -1)
    throw new ToolFailure(
      `No replacement was performed, old_str \`${from}\` did not appear verbatim in ${path}.`,
    );
  const lines: number[] = [];
  for (let next = at, line = 1, counted = 0; next !== -1; next = text.indexOf(from, next + 1)) {
    for (; counted < next; counted++) if (text[counted] === '\n') line++;
    lines.push(line);
  }
  if (lines.length > 1)
    throw new ToolFailure(
      `No replacement was performed. Multiple occurrences of old_str \`${from}\` in lines: ${lines.join(', ')}. Please ensure it is unique`,
    );
  const changed = text.slice(0, at) + to + text.slice(at + from.length);
  const first = Math.max(0, lines[0]! - 1 - SNIPPET_LINES);
  const end = lines[0]! + to.split('\n').length - 1 + SNIPPET_LINES;
  const snippet = numbered(changed.split('\n').slice(first, end), first + 1);
  return {
    text: changed,
    response: `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet}`,
  };
}

/** Inserts lines after a line; 0 is the beginning. */
export function insertLines(text: string, at: number, inserted: string): string {
  const hasEnd = text.endsWith('\n');
  const lines = (hasEnd ? text.slice(0, -1) : text).split('\n');
  if (at < 0 || at > lines.length)
    throw new ToolFailure(
      `Error: Invalid \`insert_line\` parameter: ${at}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  lines.splice(at, 0, inserted.endsWith('\n') ? inserted.slice(0, -1) : inserted);
  return lines.join('\n') + (hasEnd || inserted.endsWith('\n') ? '\n' : '');
}
