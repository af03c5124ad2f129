import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readRegularFile } from './files/read-regular-file.js';

/** Writes a file that only its owner reads, there at once with all that stands in it. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}.new`;
  writeFileSync(beside, text, { mode: 0o600 });
  renameSync(beside, path);
}

/** The JSON object of a file of ours; `null` where there is none, or none that can be read. */
export function readPrivateJson(path: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(readRegularFile(path).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
