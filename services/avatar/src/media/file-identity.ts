import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Returns an identity that stays equal as long as the file does not change, whatever its name is. */
export async function fileIdentity(path: string): Promise<string> {
  return identityOf(await stat(path, { bigint: true }));
}

export function identityOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}-${ino}-${size}-${mtimeNs}`;
}
