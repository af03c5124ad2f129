import { createHash } from 'node:crypto';
import type { FindingKind } from './audit-run.js';

/** Hex digits: 128 bits, far from any accidental clash. */
const LENGTH = 32;

/** A subject of a finding: the same parts give the same digest, and no two lists of parts run together. */
export function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, LENGTH);
}

/** A memory as a subject: a changed text makes another finding, a changed importance or tag does not. */
export function memorySubject(memory: { memoryId: string; content: string }): string {
  return digest('memory', memory.memoryId, memory.content);
}

/** Independent of the run, its scope, and the order of the subjects. */
export function fingerprintOf(kind: FindingKind, subjects: readonly string[]): string {
  return digest(kind, ...subjects.toSorted());
}
