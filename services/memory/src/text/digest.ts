import { createHash } from 'node:crypto';

/** Number of hexadecimal digits; 128 bits make an accidental collision negligible. */
const LENGTH = 32;

/** Returns the same digest for the same parts, and different digests for different lists of parts. */
export function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, LENGTH);
}
