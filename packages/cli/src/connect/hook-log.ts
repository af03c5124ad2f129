import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { hookLogPath } from './own-files.js';

/** The effect of one hook. A record never contains the text of memories or prompts. */
export interface HookRecord {
  /** A short id, so that users can type it. */
  id: string;
  /** ISO 8601. */
  at: string;
  tool: string;
  event: string;
  project: string;
  session: string;
  stored: string[];
  injected: string[];
  /** Upper estimate of the injected tokens. */
  tokens: number;
  ms: number;
  /** The reason if the hook failed or did only a part of its work. */
  problem?: string | undefined;
  /** The memory service was running, but its response came too late to be injected. */
  lost?: true;
}

/** Creates the record of a hook that has no effect yet. */
export function emptyRecord(tool: string, event: string, at: Date): HookRecord {
  return {
    ...{ id: newRecordId(), at: at.toISOString(), tool, event, project: '', session: '' },
    ...{ stored: [], injected: [], tokens: 0, ms: 0 },
  };
}

const MAX_LOG_BYTES = 1024 * 1024;

export const newRecordId = (): string => randomBytes(4).toString('hex');

/** Appends a line. A full log is renamed to `hooks.log.1`, which replaces the previous one. */
export function writeHookRecord(home: string, record: HookRecord): void {
  const path = hookLogPath(home);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (sizeOf(path) > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  appendFileSync(path, `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/** Returns the records, oldest first, without invalid lines. */
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
