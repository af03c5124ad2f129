import type { Memory } from '../memory/memory.js';
import type { Observation } from './audit-run.js';
import type { ComparedText } from './compared-text.js';
import { newestFirst, wordsOf } from './compared-text.js';
import { evidenceLine, excerpt } from './excerpt.js';
import { memorySubject } from './fingerprint.js';
import { groupDuplicates } from './group-duplicates.js';
import { type JudgedPair, keyOf } from './judged-pair.js';
import type { Pacer } from './pacer.js';

/** Maximum number of memories in one merge call. */
const MAX_MERGE = 100;
const MAX_QUOTES = 10;

/** Groups the positions of duplicate texts. A text without duplicates forms a separate group. */
export function duplicateGroups(texts: readonly ComparedText[], judged: readonly JudgedPair[]): number[][] {
  const edges = judged.flatMap(({ a, b, kind, verdict }) =>
    kind === 'duplicate' && mayMerge(texts[a]!, texts[b]!) ? [{ a, b, confidence: verdict.confidence }] : [],
  );
  const groups = groupDuplicates(edges);
  const grouped = new Set(groups.flat());
  return [...groups, ...texts.flatMap((_, place) => (grouped.has(place) ? [] : [[place]]))];
}

/** Reports one finding for each group of at least two memories. */
export async function reportDuplicates(
  texts: readonly ComparedText[],
  groups: readonly (readonly number[])[],
  judged: readonly JudgedPair[],
  pacer: Pacer,
): Promise<Observation[]> {
  const judgedOf = new Map(judged.map((pair) => [keyOf(pair), pair] as const));
  const observations: Observation[] = [];
  for (const group of groups) {
    const observation = observeDuplicates(texts, group, judgedOf);
    if (observation !== null) observations.push(observation);
    if (pacer.due) await pacer.rest();
  }
  return observations;
}

/** Returns null for a group of one memory. */
export function observeDuplicates(
  texts: readonly ComparedText[],
  group: readonly number[],
  judgedOf: ReadonlyMap<string, JudgedPair>,
): Observation | null {
  const members = group.flatMap((place) => {
    const { memories, conversation } = texts[place]!;
    // A repetition within one conversation is not a duplicate.
    return conversation === null ? memories : memories.slice(0, 1);
  });
  if (members.length < 2) return null;
  const pairs = group.flatMap((a, i) =>
    group.slice(i + 1).flatMap((b) => judgedOf.get(keyOf({ a, b })) ?? []),
  );
  return { ...describeGroup(members.toSorted(newestFirst), pairs), ...leastSure(pairs) };
}

/**
 * Returns the author and confidence of the pair with the lowest confidence. A group of memories with the same
 * words has no judged pairs.
 */
function leastSure(pairs: readonly JudgedPair[]): Pick<Observation, 'judgedBy' | 'confidence'> {
  const [first] = pairs.toSorted((x, y) => x.verdict.confidence - y.verdict.confidence);
  return first === undefined
    ? { confidence: 1 }
    : { judgedBy: first.verdict.by, confidence: first.confidence };
}

function describeGroup(members: readonly Memory[], pairs: readonly JudgedPair[]): Observation {
  const projects = new Set(members.map(({ project }) => project?.projectId ?? null));
  const sameWords = new Set(members.map(wordsOf)).size === 1;
  const ids = members.map(({ memoryId }) => memoryId);
  const how = sameWords ? 'in the same words' : 'in other words';
  return {
    kind: 'duplicate_memory',
    severity: projects.size > 1 ? 'low' : 'medium',
    title: `${members.length} memories say the same: ${excerpt(members[0]!.content, 80)}`,
    detail: `They say the same ${how}${projects.size > 1 ? ', in different projects' : ''}, newest first.`,
    memoryIds: ids,
    evidence: [
      ...members.slice(0, MAX_QUOTES).map(({ memoryId, content }) => `${memoryId}: ${excerpt(content)}`),
      ...(members.length > MAX_QUOTES ? [`and ${members.length - MAX_QUOTES} more`] : []),
      ...pairs
        .flatMap(({ verdict }) => verdict.evidence)
        .slice(0, MAX_QUOTES)
        .map(evidenceLine),
    ],
    suggestion:
      projects.size > 1
        ? 'Memories of different projects are not merged. Keep one without a project, or forget those that are not needed.'
        : `Merge them: POST /api/v1/memories/audit/merge ${JSON.stringify({ memory_ids: ids.slice(0, MAX_MERGE) })}`,
    subjects: members.map(memorySubject),
  };
}

function mayMerge(a: ComparedText, b: ComparedText): boolean {
  if (a.place !== null || b.place !== null) return false;
  return a.conversation === null || a.conversation !== b.conversation;
}
