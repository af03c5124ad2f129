import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The same as long as a file stays as it is, whatever it is called. */
export async function fileIdentity(path: string): Promise<string> {
  return identityOf(await stat(path, { bigint: true }));
}

export function identityOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}-${ino}-${size}-${mtimeNs}`;
}
