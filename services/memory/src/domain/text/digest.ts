import { createHash } from 'node:crypto';

/** Hex digits: 128 bits, far from any accidental clash. */
const LENGTH = 32;

/** The same parts give the same digest, and no two lists of parts run together. */
export function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, LENGTH);
}
