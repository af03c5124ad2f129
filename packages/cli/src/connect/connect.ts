import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ConnectError, type ToolFile } from './files/tool-file.js';
import {
  assertStillThere,
  readIfThere,
  removeEmpty,
  removeThrough,
  writeThrough,
} from './files/write-through.js';
import { writePrivateFile } from './own-files.js';
import {
  digestOf,
  dropReceipt,
  type FileReceipt,
  keepReceipt,
  type Receipt,
  readReceipt,
} from './receipt.js';
import type { Machine, Tool } from './tools/tool.js';

/** What happens to a file, or has happened. */
export interface FileChange {
  path: string;
  what: string;
  change: 'new' | 'changed' | 'unchanged' | 'removed' | 'restored' | 'cleaned';
  /** The copy beside, where one is kept. */
  copy: string | null;
}

interface Planned {
  file: ToolFile;
  /** What stands there without ours, and with it. */
  before: string | null;
  after: string;
  /** What stands there now. */
  current: string | null;
  receipt: FileReceipt | null;
}

/**
 * Gives a tool its memory: what is ours goes into its files, everything else in them stays, and a copy of each is kept beside. Every file
 * is read and every change known before the first is written; connecting again brings ours up to date.
 * @throws ConnectError where a file is broken or in the way; nothing was written then. Where another program writes at the same time.
 */
export function connectTool(
  tool: Tool,
  machine: Machine,
  { animaHome, dryRun, now }: { animaHome: string; dryRun: boolean; now: Date },
): FileChange[] {
  const earlier = readReceipt(animaHome, tool.name);
  const planned = tool.files(machine).map((file) => plan(file, earlier));
  const changes = planned.map(({ file, before, after, current, receipt }): FileChange => {
    const change = current === after ? 'unchanged' : before === null ? 'new' : 'changed';
    return { path: file.path, what: file.what, change, copy: copyOf(file.path, before, receipt) };
  });
  if (dryRun) return changes;
  for (const { from, to } of machine.hookFiles) writePrivateFile(to(animaHome), readFileSync(from, 'utf8'));
  const receipt: Receipt = { tool: tool.name, at: now.toISOString(), files: [] };
  for (const [index, { file, before, after, current, receipt: earlierFile }] of planned.entries()) {
    const { copy } = changes[index]!;
    assertStillThere(file.path, current);
    // Noted before it is done: what was begun can be taken back.
    receipt.files.push({
      path: file.path,
      copy,
      written: digestOf(after),
      madeFolders: earlierFile?.madeFolders ?? [],
    });
    keepReceipt(animaHome, withRest(receipt, earlier));
    // Also when others changed the file since it was connected: the copy is what disconnecting restores.
    if (copy !== null && readIfThere(copy) !== before) writeThrough(copy, before!);
    if (current === after) continue;
    const made = writeThrough(file.path, after, file.mode);
    if (made.length > 0) receipt.files.at(-1)!.madeFolders = made;
  }
  keepReceipt(animaHome, withRest(receipt, earlier));
  return changes;
}

/** Files of an earlier version that this one writes no more are taken back with the others. */
function withRest(receipt: Receipt, earlier: Receipt | null): Receipt {
  const paths = new Set(receipt.files.map(({ path }) => path));
  return {
    ...receipt,
    files: [...receipt.files, ...(earlier?.files ?? []).filter(({ path }) => !paths.has(path))],
  };
}

function plan(file: ToolFile, earlier: Receipt | null): Planned {
  const current = readIfThere(file.path);
  const receipt = earlier?.files.find(({ path }) => path === file.path) ?? null;
  const before = receipt === null || current === null ? current : withoutOurs(file, current, receipt);
  return { file, before, after: file.add(before), current, receipt: current === null ? null : receipt };
}

/** What stood there before, byte for byte where nobody has changed anything since. */
function withoutOurs(file: ToolFile, current: string, receipt: FileReceipt): string | null {
  const before = receipt.copy === null ? null : readIfThere(receipt.copy);
  if (receipt.copy !== null && before === null) return file.remove(current, null);
  return digestOf(current) === receipt.written ? before : file.remove(current, before);
}

/** Beside the file, under a name that nothing has yet. */
function copyOf(path: string, before: string | null, receipt: FileReceipt | null): string | null {
  if (before === null) return null;
  if (typeof receipt?.copy === 'string') return receipt.copy;
  const name = `${path}.before-anima`;
  for (let number = 1; ; number++) {
    const copy = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(copy)) return copy;
  }
}

/**
 * Takes back what `connectTool` did, and nothing else: a file that nobody changed since becomes what it was to the byte, or goes where
 * there was none; in one that was changed only ours goes.
 * @throws ConnectError where the tool is not connected, or a file cannot be read as what it was.
 */
export function disconnectTool(
  tool: Tool,
  machine: Machine,
  { animaHome, dryRun }: { animaHome: string; dryRun: boolean },
): FileChange[] {
  const receipt = readReceipt(animaHome, tool.name);
  if (receipt === null)
    throw new ConnectError(`${tool.title} is not connected; anima connect --list shows what is`);
  const files = new Map(tool.files(machine).map((file) => [file.path, file]));
  const planned = receipt.files.map((each) => {
    const file = files.get(each.path) ?? null;
    const current = readIfThere(each.path);
    const untouched = current !== null && digestOf(current) === each.written;
    const left = current === null ? null : leftOf(file, current, each);
    return { each, what: file?.what ?? 'of an earlier version', current, left, untouched };
  });
  const changes: FileChange[] = [];
  for (const { each, what, current, left, untouched } of planned) {
    const change =
      current === null || left === current
        ? 'unchanged'
        : left === null
          ? 'removed'
          : untouched
            ? 'restored'
            : 'cleaned';
    // Of a file that others changed too, the copy is all that is left of how it was.
    const copy = change === 'cleaned' ? each.copy : null;
    changes.push({ path: each.path, what, change, copy });
    if (dryRun) continue;
    if (left !== current) assertStillThere(each.path, current);
    if (left === null && current !== null) removeThrough(each.path);
    else if (left !== null && left !== current) writeThrough(each.path, left);
    if (copy === null && each.copy !== null) rmSync(each.copy, { force: true });
  }
  if (dryRun) return changes;
  for (const { madeFolders } of receipt.files.toReversed()) removeEmpty(madeFolders);
  dropReceipt(animaHome, tool.name);
  return changes;
}

function leftOf(file: ToolFile | null, current: string, receipt: FileReceipt): string | null {
  if (file !== null) return withoutOurs(file, current, receipt);
  // No longer known what of it is ours: only what nobody has touched can go back.
  if (digestOf(current) !== receipt.written) return current;
  return receipt.copy === null ? null : readIfThere(receipt.copy);
}

export const isConnected = (tool: Tool, animaHome: string): boolean =>
  readReceipt(animaHome, tool.name) !== null;
