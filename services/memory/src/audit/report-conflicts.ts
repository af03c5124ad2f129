import type { Contradiction, ContradictionReason } from '../judge/pair-judge.js';
import type { Memory } from '../memory/memory.js';
import type { Observation, Severity } from './audit-run.js';
import { type ComparedText, newestFirst } from './compared-text.js';
import { evidenceLine, excerpt } from './excerpt.js';
import type { JudgedPair } from './judged-pair.js';
import type { Pacer } from './pacer.js';

const reasonNames: Readonly<Record<ContradictionReason, string>> = {
  negation: 'one denies what the other says',
  antonym: 'they say opposite things',
  value: 'they give different values for the same thing',
  choice: 'they choose differently for the same thing',
  order: 'they put the same things in another order',
  judged: 'a judge of their meaning says so',
};

type Conflict = JudgedPair & { kind: 'conflict' };

/**
 * Returns the maximum number of rivals of a statement. Statements that each differ from more rivals are rows
 * of a list ("the owner of A is ...", "the owner of B is ..."), not decisions about one subject. The limit is
 * lowest for `choice`, which is the weakest reason because no value is known.
 */
const mostRivals = (reason: ContradictionReason) => (reason === 'choice' ? 1 : 4);

/**
 * Reports one finding for every two groups of duplicates that contradict each other. The pair with the
 * highest confidence represents the two groups.
 */
export async function reportConflicts(
  texts: readonly ComparedText[],
  groups: readonly (readonly number[])[],
  judged: readonly JudgedPair[],
  pacer: Pacer,
): Promise<{ observations: Observation[]; notes: string[] }> {
  const groupOf = new Map(groups.flatMap((group, number) => group.map((place) => [place, number] as const)));
  const surest = new Map<string, Conflict>();
  for (const pair of judged) {
    if (pair.kind !== 'conflict') continue;
    const { a, b, verdict } = pair;
    const key = [groupOf.get(a)!, groupOf.get(b)!].sort((x, y) => x - y).join('/');
    const known = surest.get(key);
    if (known === undefined || verdict.confidence > known.verdict.confidence) surest.set(key, pair);
  }
  const all = [...surest.values()];
  const rivals = new Map<string, number>();
  const rivalKey = (place: number, { reason }: Contradiction) => `${groupOf.get(place)!} ${reason}`;
  for (const { a, b, verdict } of all) {
    for (const key of [rivalKey(a, verdict), rivalKey(b, verdict)])
      rivals.set(key, (rivals.get(key) ?? 0) + 1);
  }
  const reportable = all.filter(({ a, b, verdict }) => {
    // A judge that reads both texts does not mistake a list for a conflict.
    if (verdict.reason === 'judged') return true;
    const most = mostRivals(verdict.reason);
    return [a, b].some((place) => rivals.get(rivalKey(place, verdict))! <= most);
  });
  const observations: Observation[] = [];
  for (const pair of reportable) {
    observations.push(observeConflict(texts[pair.a]!, texts[pair.b]!, pair));
    if (pacer.due) await pacer.rest();
  }
  return {
    observations,
    notes:
      reportable.length === all.length
        ? []
        : [
            `${all.length - reportable.length} pairs differ in one place only, as many others like them do; they were taken for lists, not for conflicts`,
          ],
  };
}

export function observeConflict(
  a: ComparedText,
  b: ComparedText,
  { verdict: conflict, confidence }: Pick<Conflict, 'verdict' | 'confidence'>,
): Observation {
  const [newer, older] = inOrder(a, b);
  const judged = { judgedBy: conflict.by, confidence };
  return {
    ...judged,
    kind: 'conflicting_decision',
    severity: severityOf(newer, older),
    title: `Conflict: ${excerpt(newer.text, 70)} against ${excerpt(older.text, 70)}`,
    detail: `Both cannot hold: ${reasonNames[conflict.reason]}${placesOf(newer, older)}.`,
    memoryIds: idsOf(newer, older),
    evidence: [
      `${nameOf(newer)}: ${excerpt(newer.text)}`,
      `${nameOf(older)}: ${excerpt(older.text)}`,
      ...conflict.evidence.map(evidenceLine),
    ],
    suggestion: suggestionFor(newer, older),
    subjects: [newer.subject, older.subject],
  };
}

/**
 * Returns the newer text first. A config file counts as older than a memory, because only a memory has a
 * time.
 */
function inOrder(a: ComparedText, b: ComparedText): [ComparedText, ComparedText] {
  const [first] = a.memories;
  const [second] = b.memories;
  if (first !== undefined && second !== undefined) return newestFirst(first, second) <= 0 ? [a, b] : [b, a];
  if (first === undefined && second === undefined) return a.place!.name <= b.place!.name ? [a, b] : [b, a];
  return first !== undefined ? [a, b] : [b, a];
}

function idsOf(...texts: ComparedText[]): string[] {
  return texts.flatMap(({ memories }) => memories.slice(0, 1).map(({ memoryId }) => memoryId));
}

function nameOf({ memories, place }: ComparedText): string {
  return memories[0]?.memoryId ?? place!.name;
}

/**
 * Returns the severity of a conflict. It is lower if the projects differ, because both texts may be valid,
 * and if a project deviates from a global memory.
 */
function severityOf(a: ComparedText, b: ComparedText): Severity {
  if (a.place !== null || b.place !== null) return 'medium';
  if (a.projectId === b.projectId) return 'high';
  return a.projectId === null || b.projectId === null ? 'medium' : 'low';
}

function placesOf(a: ComparedText, b: ComparedText): string {
  if (a.place !== null || b.place !== null || a.projectId === b.projectId) return '';
  return a.projectId === null || b.projectId === null
    ? '; one holds for all projects, the other for one'
    : '; they belong to different projects';
}

function suggestionFor(newer: ComparedText, { memories, place }: ComparedText): string {
  const [older] = memories;
  return older === undefined
    ? `Decide which holds; correct ${place!.name}, or the other.`
    : `Decide which holds. If the newer one does: ${replaceCall(newer, older)}.`;
}

/**
 * Formats the API call with which the newer memory supersedes the older memory. A config file is always the
 * older text, so both texts are memories here.
 */
function replaceCall({ memories: [newer] }: ComparedText, older: Memory): string {
  return `POST /api/v1/memories/${newer!.memoryId}/supersede {"superseded": ["${older.memoryId}"]}`;
}
