import { digest } from '../text/digest.js';
import type { FindingKind } from './audit-run.js';

export { digest };

/** A memory as a subject: a changed text makes another finding, a changed importance or tag does not. */
export function memorySubject(memory: { memoryId: string; content: string }): string {
  return digest('memory', memory.memoryId, memory.content);
}

/** Independent of the run, its scope, and the order of the subjects. */
export function fingerprintOf(kind: FindingKind, subjects: readonly string[]): string {
  return digest(kind, ...subjects.toSorted());
}
