import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hookLogPath } from './own-files.js';

/** What one hook did. Contents of memories and prompts stand in none. */
export interface HookRecord {
  /** Short enough to type. */
  id: string;
  /** ISO 8601. */
  at: string;
  tool: string;
  event: string;
  project: string;
  session: string;
  stored: string[];
  injected: string[];
  /** Of what was injected, an upper estimate. */
  tokens: number;
  ms: number;
  /** Why it did less than it should. */
  problem?: string | undefined;
  /** The memory service was running, but its response came too late to be injected. */
  lost?: true;
}

/** The record of a hook that has done nothing yet. */
export function emptyRecord(tool: string, event: string, at: Date): HookRecord {
  return {
    ...{ id: newRecordId(), at: at.toISOString(), tool, event, project: '', session: '' },
    ...{ stored: [], injected: [], tokens: 0, ms: 0 },
  };
}

const MAX_LOG_BYTES = 1024 * 1024;

export const newRecordId = (): string => randomBytes(4).toString('hex');

/** Adds a line; a full log becomes `hooks.log.1`, in place of the one before. */
export function writeHookRecord(home: string, record: HookRecord): void {
  const path = hookLogPath(home);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (sizeOf(path) > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  appendFileSync(path, `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/** Oldest first; lines that are broken are left out. */
export function readHookRecords(home: string): HookRecord[] {
  const path = hookLogPath(home);
  return [`${path}.1`, path].flatMap((each) => textOf(each).split('\n').flatMap(toRecord));
}

function toRecord(line: string): HookRecord[] {
  try {
    const record = JSON.parse(line) as HookRecord;
    return typeof record.id === 'string' && Array.isArray(record.stored) && Array.isArray(record.injected)
      ? [record]
      : [];
  } catch {
    return [];
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
