import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConnectError, type ToolFile } from './files/tool-file.js';
import {
  assertStillThere,
  readIfThere,
  removeEmpty,
  removeThrough,
  writeThrough,
} from './files/write-through.js';
import {
  connectFolder,
  hookProgramPath,
  hookScriptPath,
  readPrivateJson,
  receiptPath,
  writePrivateFile,
} from './own-files.js';
import type { Machine, Tool } from './tools/tool.js';

/** The change of a file, planned or done. */
export interface FileChange {
  path: string;
  what: string;
  change: 'new' | 'changed' | 'unchanged' | 'removed' | 'restored' | 'cleaned';
  /** Path of the copy of the previous file; null without a copy. */
  copy: string | null;
}

interface Planned {
  file: ToolFile;
  /** The text without the entries of Anima (null: no file), and the text with them. */
  before: string | null;
  after: string;
  /** The present text; null: no file. */
  current: string | null;
  receipt: FileReceipt | null;
}

/**
 * Writes the entries of Anima into the files of a tool. All other content stays, and a copy of each file is kept next to it.
 * The function reads all files and plans all changes before it writes the first one. Connecting again updates the entries.
 * @throws ConnectError if a file is invalid or not Anima's (in that case no file is changed), or if another program writes at the same
 * time.
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
    // The receipt is written first, so that an interrupted change can be undone.
    receipt.files.push({
      path: file.path,
      copy,
      written: digestOf(after),
      madeFolders: earlierFile?.madeFolders ?? [],
    });
    keepReceipt(animaHome, withRest(receipt, earlier));
    // Disconnecting restores this copy, also if other programs changed the file since it was connected.
    if (copy !== null && readIfThere(copy) !== before) writeThrough(copy, before!);
    if (current === after) continue;
    const made = writeThrough(file.path, after, file.mode);
    if (made.length > 0) receipt.files.at(-1)!.madeFolders = made;
  }
  keepReceipt(animaHome, withRest(receipt, earlier));
  return changes;
}

/** Keeps files that only an earlier version wrote: disconnecting cleans them, too. */
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

/** Returns the text without the entries of Anima: the copy, if the file is unchanged since it was written. */
function withoutOurs(file: ToolFile, current: string, receipt: FileReceipt): string | null {
  const before = receipt.copy === null ? null : readIfThere(receipt.copy);
  if (receipt.copy !== null && before === null) return file.remove(current, null);
  return digestOf(current) === receipt.written ? before : file.remove(current, before);
}

/** Returns a free path next to the file. */
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
 * Undoes `connectTool`. A file that is unchanged since then is restored bit-identical, or removed if it did not exist. From a
 * changed file, only the entries of Anima are removed.
 * @throws ConnectError if the tool is not connected, or if a file cannot be parsed.
 */
export function disconnectTool(
  tool: Tool,
  machine: Machine,
  { animaHome, dryRun }: { animaHome: string; dryRun: boolean },
): FileChange[] {
  const receipt = readReceipt(animaHome, tool.name);
  if (receipt === null)
    throw new ConnectError(`${tool.title} is not connected. List connected tools with: anima connect --list`);
  const files = new Map(tool.files(machine).map((file) => [file.path, file]));
  const planned = receipt.files.map((each) => {
    const file = files.get(each.path) ?? null;
    const current = readIfThere(each.path);
    const untouched = current !== null && digestOf(current) === each.written;
    const left = current === null ? null : leftOf(file, current, each);
    return { each, what: file?.what ?? 'file of an earlier version', current, left, untouched };
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
    // The copy of a file that other programs changed is kept: nothing else has its previous text.
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
  // This version does not know the entries in the file: only an unchanged file can be restored.
  if (digestOf(current) !== receipt.written) return current;
  return receipt.copy === null ? null : readIfThere(receipt.copy);
}

export const isConnected = (tool: Tool, animaHome: string): boolean =>
  readReceipt(animaHome, tool.name) !== null;

/** The change that connecting a tool made to a file. */
interface FileReceipt {
  path: string;
  /** Path of the copy of the previous file; null: the file did not exist. */
  copy: string | null;
  /** SHA-256 of the written text, which shows later changes. */
  written: string;
  /** Folders that were created for the file, innermost first. */
  madeFolders: string[];
}

interface Receipt {
  tool: string;
  /** ISO 8601. */
  at: string;
  files: FileReceipt[];
}

function readReceipt(home: string, tool: string): Receipt | null {
  const stored = readPrivateJson(receiptPath(home, tool)) as Partial<Receipt> | null;
  return stored !== null && Array.isArray(stored.files) ? (stored as Receipt) : null;
}

function keepReceipt(home: string, receipt: Receipt): void {
  writePrivateFile(receiptPath(home, receipt.tool), `${JSON.stringify(receipt, null, 2)}\n`);
}

function dropReceipt(home: string, tool: string): void {
  const path = receiptPath(home, tool);
  rmSync(path, { force: true });
  // Only connected tools need the script and the program of hooks.
  if ((readdirSync(dirname(path)) as string[]).length === 0)
    for (const hookFile of [hookScriptPath(home), hookProgramPath(home)]) rmSync(hookFile, { force: true });
  removeEmpty([dirname(path), connectFolder(home), home]);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
