import type { FindingKind } from '../domain/audit/audit-run.js';
import type { RelationKind } from '../domain/relations/relation.js';

/** "1 conflict", "2 conflicts". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const findingWords: Record<FindingKind, [one: string, many: string]> = {
  duplicate_memory: ['duplicate', 'duplicates'],
  conflicting_decision: ['conflict', 'conflicts'],
  stale_context: ['stale text', 'stale texts'],
  unused_skill: ['unused skill', 'unused skills'],
};

const relationWords: Record<RelationKind, [one: string, many: string]> = {
  supersedes: ['replacement', 'replacements'],
  conflicts: ['conflict', 'conflicts'],
  duplicates: ['duplicate', 'duplicates'],
  distinct: ['distinct', 'distinct'],
};

export const countedFindings = (count: number, kind: FindingKind) => counted(count, ...findingWords[kind]);
export const countedRelations = (count: number, kind: RelationKind) => counted(count, ...relationWords[kind]);
