import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeEmpty } from './files/write-through.js';
import {
  connectFolder,
  hookProgramPath,
  hookScriptPath,
  readPrivateJson,
  receiptPath,
  writePrivateFile,
} from './own-files.js';

/** The change that connecting a tool made to a file. */
export interface FileReceipt {
  path: string;
  /** Path of the copy of the previous file; null: the file did not exist. */
  copy: string | null;
  /** SHA-256 of the written text, which shows later changes. */
  written: string;
  /** Folders that were created for the file, innermost first. */
  madeFolders: string[];
}

export interface Receipt {
  tool: string;
  /** ISO 8601. */
  at: string;
  files: FileReceipt[];
}

export function readReceipt(home: string, tool: string): Receipt | null {
  const stored = readPrivateJson(receiptPath(home, tool)) as Partial<Receipt> | null;
  return stored !== null && Array.isArray(stored.files) ? (stored as Receipt) : null;
}

export function keepReceipt(home: string, receipt: Receipt): void {
  writePrivateFile(receiptPath(home, receipt.tool), `${JSON.stringify(receipt, null, 2)}\n`);
}

export function dropReceipt(home: string, tool: string): void {
  const path = receiptPath(home, tool);
  rmSync(path, { force: true });
  // Only connected tools need the script and the program of hooks.
  if ((readdirSync(dirname(path)) as string[]).length === 0)
    for (const hookFile of [hookScriptPath(home), hookProgramPath(home)]) rmSync(hookFile, { force: true });
  removeEmpty([dirname(path), connectFolder(home), home]);
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
