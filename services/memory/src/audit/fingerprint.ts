import { digest } from '../text/digest.js';
import type { FindingKind } from './audit-run.js';

export { digest };

/**
 * Computes the digest of a memory as the subject of a finding. It depends on the content, but not on
 * importance or tags.
 */
export function memorySubject(memory: { memoryId: string; content: string }): string {
  return digest('memory', memory.memoryId, memory.content);
}

/**
 * Computes the fingerprint of a finding, which does not depend on the run, its scope, or the order of the
 * subjects.
 */
export function fingerprintOf(kind: FindingKind, subjects: readonly string[]): string {
  return digest(kind, ...subjects.toSorted());
}
