import { BY_RULES, type Relation } from '../relations/relation.js';
import type { RelationStore } from '../relations/relation-store.js';
import type { AuditRun, Finding } from './audit-run.js';

const READ_AT_A_TIME = 200;

/**
 * Returns the findings of a run that only repeat judgements stored earlier than the run. These findings are
 * not new, unlike findings from later judgements.
 */
export async function knownBefore(
  relations: RelationStore,
  { findings, startedAt }: Pick<AuditRun, 'findings' | 'startedAt'>,
): Promise<Finding[]> {
  const judged = findings.filter(({ judgedBy }) => judgedBy !== BY_RULES);
  const memoryIds = [...new Set(judged.flatMap((finding) => finding.memoryIds))];
  const relationsOf = new Map<string, Relation[]>();
  for (let start = 0; start < memoryIds.length; start += READ_AT_A_TIME) {
    for (const relation of await relations.of(memoryIds.slice(start, start + READ_AT_A_TIME))) {
      const others = relationsOf.get(relation.from);
      if (others === undefined) relationsOf.set(relation.from, [relation]);
      else others.push(relation);
    }
  }
  return judged.filter(({ memoryIds, judgedBy }) => {
    const statedTimes = memoryIds
      .flatMap((memoryId) => relationsOf.get(memoryId) ?? [])
      .filter(({ kind, by, to }) => isFound(kind) && by === judgedBy && memoryIds.includes(to));
    return statedTimes.length > 0 && statedTimes.every(({ at }) => at <= startedAt);
  });
}

function isFound(kind: Relation['kind']): boolean {
  return kind === 'conflicts' || kind === 'duplicates';
}
