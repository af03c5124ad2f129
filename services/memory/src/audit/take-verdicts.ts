import { AppError } from '@anima/service/errors';
import { isArchived, type Memory } from '../memory/memory.js';
import { memoriesToChange } from '../memory/write-memories.js';
import { keepJudgements } from '../relations/keep-judgements.js';
import {
  isOlder,
  type Judgement,
  judgementOf,
  pairDigest,
  pairKey,
  type Relation,
  type RelationKind,
} from '../relations/relation.js';
import { screenReason } from '../relations/screen-reason.js';
import { supersedeIn } from '../relations/supersede.js';
import type { ContentWarning } from '../secrets/secrets.js';
import type { Transaction } from '../storage/transaction.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { type AuditRun, countByKind, type Finding } from './audit-run.js';
import { checkVerdicts, type Verdict } from './check-verdicts.js';
import { type FoundItem, toFinding } from './found-item.js';
import { observeJudgements } from './observe-judgements.js';
import { readUndecided } from './read-undecided.js';
import { suppressedBy } from './suppression.js';
import { requireEnded, unknownRun } from './write-audit-runs.js';

export interface VerdictsCommand {
  /** Run that receives the findings; null to use a run of verdicts only. */
  runId: string | null;
  /**
   * Id of a new run of verdicts. The caller chooses it, so that a repeated call finds the run of the first
   * call.
   */
  ownRunId: string;
  verdicts: readonly Verdict[];
  /**
   * Ignores, instead of rejecting, verdicts on pairs that are no longer undecided in the run, because a
   * verdict may arrive late.
   */
  onlyOpen?: boolean;
  /** Agent that is stored as the author of supersede actions. */
  agentId: string;
  /** Author of the judgements. */
  by: string;
}

export interface VerdictsTaken {
  /** Null if the command has no run and there are no findings. */
  runId: string | null;
  findings: Finding[];
  /**
   * Current relations of the verdicts, in the order of the verdicts. If several memories supersede one
   * memory, only the relation of the newest memory exists.
   */
  relations: Relation[];
  warnings: ContentWarning[];
  /** Verdicts that were not applied, because a content has changed or a memory is archived. */
  outdated: Verdict[];
}

/**
 * Applies verdicts on pairs of memories: archives superseded memories, stores the other verdicts as
 * relations, and adds findings for conflicts and duplicates. Uses one transaction. Rejects the whole call
 * with validation_failed, memory_not_found, verdict_refused, secret_refused or audit_run_not_found.
 */
export async function takeVerdicts(
  deps: AuditDependencies,
  command: VerdictsCommand,
): Promise<VerdictsTaken> {
  const { by, agentId } = command;
  checkVerdicts(command.verdicts);
  const screened = command.verdicts.map((verdict) => {
    const { reason, warnings } = screenReason(verdict.reason, deps.secretPolicy);
    return { verdict: { ...verdict, reason }, warnings };
  });
  const given = screened.map(({ verdict }) => verdict);
  const at = deps.clock();
  return deps.withTransaction(async (tx) => {
    const open = command.onlyOpen ? await stillOpen(tx, command, given, at) : given;
    const memoryIds = [...new Set(open.flatMap((verdict) => verdict.memoryIds))];
    const memories = new Map(
      (await memoriesToChange(tx, memoryIds)).map((memory) => [memory.memoryId, memory] as const),
    );
    const verdicts = open.filter((verdict) => isAsRead(verdict, memories, at));
    const replacements = replacementsOf(verdicts, memories);
    refuseArchived(verdicts, memories, replacements, at);

    const judgements = verdicts.flatMap(({ kind, memoryIds, reason }): Judgement[] => {
      if (kind === 'supersedes') return [];
      const [one, other] = memoryIds.map((memoryId) => memories.get(memoryId)!);
      return [judgementOf(kind, one!, other!, { by, confidence: null, reason, at })];
    });
    await keepJudgements(tx, judgements);
    for (const { newer, older, reason } of replacements.values())
      await supersedeIn(tx, newer, [older.memoryId], { agentId, at, reason });

    const active = judgements.filter(({ from, to }) => !replacements.has(from) && !replacements.has(to));
    const found = observeJudgements(memories, active).map(toFinding);
    const run = await addToRun(tx, deps, command, { found, memoriesChecked: memories.size, at });
    const standing = new Map(
      (await tx.relations.of(memoryIds)).map(
        (relation) => [relationKey(relation.kind, relation.from, relation.to), relation] as const,
      ),
    );
    return {
      ...run,
      relations: verdicts.flatMap(
        ({ kind, memoryIds: [one, other] }) => standing.get(relationKey(kind, one, other)) ?? [],
      ),
      warnings: screened.flatMap(({ warnings }) => warnings),
      outdated: open.filter((verdict) => !verdicts.includes(verdict)),
    };
  });
}

/** Maximum number of findings in one run. Further verdicts require another run. */
const MAX_FINDINGS = 5_000;
/** Maximum number of findings in a run of verdicts. The run is read whenever a verdict is added to it. */
const MAX_GATHERED = 500;
const GATHERED_MS = 24 * 60 * 60 * 1_000;
const GATHERED_NOTE = 'Verdicts that named no run';

/** Returns the verdicts on pairs that are still undecided in the run. */
async function stillOpen(
  tx: Transaction,
  { runId, ownRunId }: VerdictsCommand,
  verdicts: readonly Verdict[],
  at: number,
): Promise<Verdict[]> {
  const run = await tx.audits.byId(runId ?? ownRunId);
  if (run === null) throw unknownRun();
  const keyOf = ({ memoryIds: [one, other] }: Pick<Verdict, 'memoryIds'>) => pairKey(one, other);
  const judged = new Set(verdicts.map(keyOf));
  const now = {
    store: { byIds: tx.memories.forUpdate },
    relations: { among: (memoryIds: readonly string[]) => tx.relations.of(memoryIds) },
    clock: () => at,
  };
  const undecided = run.undecided.filter((pair) => judged.has(keyOf(pair)));
  const open = (await readUndecided(now, { undecided })).map(({ memories: [newer, older] }) =>
    pairKey(newer.memoryId, older.memoryId),
  );
  return verdicts.filter((verdict) => open.includes(keyOf(verdict)));
}

interface Replacement {
  newer: Memory;
  older: Memory;
  reason: string | null;
}

/**
 * Returns the replacements by the memory_id of the superseded memory. If several memories supersede one
 * memory, the newest is chosen.
 */
function replacementsOf(
  verdicts: readonly Verdict[],
  memories: ReadonlyMap<string, Memory>,
): Map<string, Replacement> {
  const replacements = new Map<string, Replacement>();
  for (const { kind, memoryIds, reason } of verdicts) {
    if (kind !== 'supersedes') continue;
    const [newer, older] = memoryIds.map((memoryId) => memories.get(memoryId)!);
    const known = replacements.get(older!.memoryId);
    if (known === undefined || isOlder(known.newer, newer!))
      replacements.set(older!.memoryId, { newer: newer!, older: older!, reason });
  }
  return replacements;
}

function isAsRead(
  { digest, memoryIds }: Verdict,
  memories: ReadonlyMap<string, Memory>,
  at: number,
): boolean {
  if (digest === undefined) return true;
  const [one, other] = memoryIds.map((memoryId) => memories.get(memoryId)!);
  return !isArchived(one!, at) && !isArchived(other!, at) && pairDigest(one!, other!) === digest;
}

/**
 * Throws `verdict_refused` if a memory is archived. A memory that was already superseded by the same memory
 * is allowed.
 */
function refuseArchived(
  verdicts: readonly Verdict[],
  memories: ReadonlyMap<string, Memory>,
  replacements: ReadonlyMap<string, Replacement>,
  at: number,
): void {
  for (const memoryId of verdicts.flatMap((verdict) => verdict.memoryIds)) {
    const memory = memories.get(memoryId)!;
    if (!isArchived(memory, at)) continue;
    const again = replacements.get(memory.memoryId)?.newer.memoryId;
    if (again === undefined || memory.supersededBy !== again)
      throw new AppError('verdict_refused', `Expected active memories; ${memory.memoryId} is archived`);
  }
}

/**
 * Adds findings to the run and returns them in their stored form. Findings that the run already has are not
 * added twice, and suppressed findings are not added.
 */
async function addToRun(
  tx: Transaction,
  { keepRuns }: AuditDependencies,
  { runId: named, ownRunId }: VerdictsCommand,
  { found, memoriesChecked, at }: { found: FoundItem[]; memoriesChecked: number; at: number },
): Promise<Pick<VerdictsTaken, 'runId' | 'findings'>> {
  const isSuppressed = suppressedBy(await tx.audits.suppressions());
  const news = found.filter((finding) => !isSuppressed(finding));
  const chosen = await tx.audits.byId(named ?? ownRunId);
  if (chosen === null && named !== null) throw unknownRun();
  const run = chosen ?? (news.length === 0 ? null : await gatheringRun(tx, news.length, at));
  const runId = run?.runId ?? ownRunId;
  if (run !== null) {
    requireEnded(run);
    const known = new Set(run.findings.map(({ fingerprint }) => fingerprint));
    const added = news.filter(({ fingerprint }) => !known.has(fingerprint));
    if (run.findings.length + added.length > MAX_FINDINGS)
      throw new AppError(
        'verdict_refused',
        `Expected a run with at most ${MAX_FINDINGS} findings, received ${runId}, which has them; name another one`,
      );
    const all = [...run.findings, ...added];
    await tx.audits.addFindings(runId, added, {
      counts: countByKind(all),
      memoriesChecked: Math.max(run.memoriesChecked, new Set(all.flatMap(({ memoryIds }) => memoryIds)).size),
    });
  } else if (news.length > 0) {
    const none = { project: null, skillsDir: null, configDir: null };
    await tx.audits.insert({ runId, scope: 'cross', ...none, startedAt: at });
    await tx.audits.end(runId, {
      state: 'finished',
      finishedAt: at,
      error: null,
      memoriesChecked,
      findings: news,
      undecided: [],
      counts: countByKind(news),
      suppressedCounts: countByKind(found.filter(isSuppressed)),
      notes: [GATHERED_NOTE],
    });
    await tx.audits.removeOutdated(keepRuns);
  } else return { runId: null, findings: [] };
  const after = (await tx.audits.byId(runId))!;
  tx.record('audit.judged', { run_id: runId, counts: after.counts });
  const fingerprints = new Set(found.map(({ fingerprint }) => fingerprint));
  return { runId, findings: after.findings.filter(({ fingerprint }) => fingerprints.has(fingerprint)) };
}

/**
 * Returns the run that collects verdicts without a run, so that single verdicts do not displace audits: the
 * latest such run if it is recent and has capacity, otherwise null.
 */
async function gatheringRun(tx: Transaction, added: number, at: number): Promise<AuditRun | null> {
  const last = await tx.audits.lastNoted(GATHERED_NOTE);
  const isOpen =
    last !== null && at - last.startedAt < GATHERED_MS && last.findings.length + added <= MAX_GATHERED;
  return isOpen ? last : null;
}

function relationKey(kind: RelationKind, one: string, other: string): string {
  return `${kind} ${pairKey(one, other)}`;
}
