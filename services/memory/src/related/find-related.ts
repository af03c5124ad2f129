import { decides, MAX_COMPARED_LENGTH, takesPart } from '../audit/compared-text.js';
import { evidenceLine } from '../audit/excerpt.js';
import { CAREFUL_COSINE } from '../embedding/calibration/calibration.js';
import type { ContradictionReason } from '../judge/pair-judge.js';
import type { Memory } from '../memory/memory.js';
import type { MemoryDependencies } from '../memory/memory-dependencies.js';
import { keepJudgements } from '../relations/keep-judgements.js';
import { judgementOf } from '../relations/relation.js';
import { MAX_REASON_LENGTH } from '../relations/screen-reason.js';
import { standingJudgements } from '../relations/standing-judgements.js';
import type { Transaction } from '../storage/transaction.js';
import { NEIGHBOUR_COUNT, scoreRelated } from './score-related.js';
import { whyRelated } from './why-related.js';

/**
 * Memories that are related to a text: active memories of its project, or global memories if it has no
 * project.
 */
export interface RelatedMemories {
  /** Near duplicates, the most similar first. */
  similar: SimilarMemory[];
  /** Memories that may be about the same subject, the highest score first. Can include near duplicates. */
  related: RelatedMemory[];
  /** Memories of both lists that contradict the text according to the rules. */
  conflicts: ConflictingMemory[];
}

export interface SimilarMemory {
  memory: Memory;
  /** Cosine, 0 to 1. */
  similarity: number;
}

export interface RelatedMemory {
  memory: Memory;
  /** Short explanation for a user. */
  why: string;
}

export interface ConflictingMemory {
  memory: Memory;
  reason: ContradictionReason;
  /** Short sentences without secrets. */
  evidence: string[];
  by: string;
  confidence: number;
}

export const NOTHING_RELATED: RelatedMemories = { similar: [], related: [], conflicts: [] };

const MAX_SIMILAR = 5;
const MAX_RELATED = 3;
/**
 * Number of candidates read beyond each limit. They replace candidates that are omitted after they were read.
 */
const SPARE = 2;

export type RelatedDependencies = Pick<
  MemoryDependencies,
  'search' | 'store' | 'relations' | 'calibration' | 'quickJudge' | 'clock'
>;

/** A new or a stored memory. */
export type ComparableMemory = Pick<
  Memory,
  'memoryId' | 'content' | 'type' | 'project' | 'conversationId' | 'impliedConversation'
>;

/** Memories that are not returned: these memory_ids, and memories whose key is at least `from`. */
export interface Exclusions {
  ids?: readonly string[];
  from?: number;
}

/**
 * Finds memories that are about the same subject, except those in `leftOut`. Conversation turns record a
 * discussion, so only decisions and preferences among them can be in `related`. Pairs that were judged
 * distinct are omitted.
 */
export async function findRelated(
  deps: RelatedDependencies,
  memory: ComparableMemory,
  vectors: readonly Float32Array[] | number,
  leftOut: Exclusions = {},
): Promise<RelatedMemories> {
  const candidates = await candidatesFor(deps, memory, vectors, leftOut);
  if (candidates.length === 0) return NOTHING_RELATED;
  const read = await deps.store.byKeys(candidates.map(({ key }) => key));
  const byKey = new Map(read.map((other) => [other.key, other]));
  const others = candidates.flatMap((candidate) => {
    const other = byKey.get(candidate.key);
    return other === undefined ? [] : [{ ...candidate, memory: other }];
  });
  const judged = await standingJudgements(
    deps.relations,
    others.map((other) => [memory, other.memory]),
  );
  const open = others.filter((_, i) => judged[i]?.kind !== 'distinct');

  const similar = open.filter(({ isSimilar }) => isSimilar).slice(0, MAX_SIMILAR);
  const related = open
    .filter((other) => other.score !== null && takesPart(other.memory))
    .sort((a, b) => b.score! - a.score!)
    .slice(0, MAX_RELATED);
  const conflicts = await contradicted(deps, memory, [...new Set([...related, ...similar])]);
  const contradicting = new Set(conflicts.map((each) => each.memory));
  return {
    similar,
    related: related.map(({ memory: other, isSimilar }) => ({
      memory: other,
      why: contradicting.has(other)
        ? 'cannot both hold'
        : whyRelated(memory.content, other.content, isSimilar),
    })),
    conflicts,
  };
}

interface Candidate {
  key: number;
  similarity: number;
  isSimilar: boolean;
  /** Null if the memory is not in `related`. */
  score: number | null;
}

/**
 * Returns the candidates, nearest first. Without a calibration of the embedding model, only near duplicates
 * have a score.
 */
async function candidatesFor(
  { search, store, calibration, clock }: RelatedDependencies,
  memory: ComparableMemory,
  vectors: readonly Float32Array[] | number,
  { ids = [], from = Number.POSITIVE_INFINITY }: Exclusions,
): Promise<Candidate[]> {
  const { project } = memory;
  const filter = project === null ? { globalOnly: true } : { projectId: project.projectId };
  const left = new Set((await store.byIds(ids)).map(({ key }) => key));
  const found = await search.nearest(vectors, filter, { limit: NEIGHBOUR_COUNT + left.size, now: clock() });
  const near = found.filter(({ key }) => key < from && !left.has(key)).slice(0, NEIGHBOUR_COUNT);
  const least = calibration?.similarCosine ?? CAREFUL_COSINE;
  const isTold = takesPart(memory);
  const learned = calibration?.related ?? null;
  const scores = learned === null || !isTold ? null : scoreRelated(near, learned);
  const candidates = near.map(({ key, similarity }, i): Candidate => {
    const isSimilar = similarity >= least;
    const score = scores?.[i] ?? similarity;
    const isSure = scores === null || learned === null ? isSimilar : score >= learned.score;
    return { key, similarity, isSimilar, score: isTold && isSure ? score : null };
  });
  const similar = candidates.filter(({ isSimilar }) => isSimilar).slice(0, MAX_SIMILAR + SPARE);
  const related = candidates
    .filter(({ score }) => score !== null)
    .sort((a, b) => b.score! - a.score!)
    .slice(0, MAX_RELATED + SPARE);
  const read = new Set([...similar, ...related]);
  return candidates.filter((candidate) => read.has(candidate));
}

/**
 * Finds contradictions with the rules, as audits do: only between decisions and preferences of at most
 * MAX_COMPARED_LENGTH characters.
 */
async function contradicted(
  { quickJudge }: RelatedDependencies,
  memory: ComparableMemory,
  others: readonly SimilarMemory[],
): Promise<ConflictingMemory[]> {
  if (!decides(memory) || memory.content.length > MAX_COMPARED_LENGTH) return [];
  const deciding = others.filter(
    ({ memory: other }) => decides(other) && other.content.length <= MAX_COMPARED_LENGTH,
  );
  const a = { text: memory.content };
  const pairs = deciding.map(({ memory: other, similarity }) => ({
    a,
    b: { text: other.content },
    cosine: similarity,
  }));
  const verdicts = await quickJudge.contradiction(pairs);
  return verdicts.flatMap((verdict, i) => {
    if (verdict.answer !== 'yes') return [];
    const { reason, by, confidence } = verdict;
    return [
      { memory: deciding[i]!.memory, reason, evidence: verdict.evidence.map(evidenceLine), by, confidence },
    ];
  });
}

/** Stores the conflicts of a memory as judgements in the transaction that stores the memory. */
export function keepConflicts(
  tx: Transaction,
  memory: Memory,
  conflicts: readonly ConflictingMemory[],
  at: number,
): Promise<void> {
  return keepJudgements(
    tx,
    conflicts.map(({ memory: other, evidence, by, confidence }) =>
      judgementOf('conflicts', memory, other, { by, confidence, reason: reasonOf(evidence), at }),
    ),
  );
}

/** Joins the evidence up to the maximum length of a reason, without half a surrogate pair at the end. */
function reasonOf(evidence: readonly string[]): string | null {
  const reason = evidence.join('; ').slice(0, MAX_REASON_LENGTH).toWellFormed();
  return reason === '' ? null : reason;
}
