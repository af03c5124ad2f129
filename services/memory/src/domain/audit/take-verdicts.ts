import { AppError } from '@anima/service/errors';
import type { Transaction } from '../../ports/transaction.js';
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
import type { ContentWarning } from '../secrets/screen-content.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { type AuditRun, countByKind, type Finding } from './audit-run.js';
import { checkVerdicts, type Verdict } from './check-verdicts.js';
import { type FoundItem, toFinding } from './found-item.js';
import { observeJudgements } from './observe-judgements.js';
import { readUndecided } from './read-undecided.js';
import { suppressedBy } from './suppression.js';
import { requireEnded, unknownRun } from './write-audit-runs.js';

export interface VerdictsCommand {
  /** The run whose findings they become; null: one of verdicts alone. */
  runId: string | null;
  /** Of that one where it has to be made, chosen by the caller: a repeated call finds what the first one made. */
  ownRunId: string;
  verdicts: readonly Verdict[];
  /** Leaves out, instead of refusing, what is said of pairs that the run no longer shows as undecided: whoever was asked may answer late. */
  onlyOpen?: boolean;
  /** Who replaces what is superseded. */
  agentId: string;
  /** Who judged. */
  by: string;
}

export interface VerdictsTaken {
  /** Null where no run was named and there is no finding. */
  runId: string | null;
  findings: Finding[];
  /** Of what the verdicts say, in their order, what stands now: of several that replace one memory the newest alone. */
  relations: Relation[];
  warnings: ContentWarning[];
  /** Not taken: their texts are not those that were read. */
  outdated: Verdict[];
}

/**
 * Keeps what somebody judged of pairs of memories: what is superseded is archived, the rest is kept as relations, and conflicts and
 * duplicates become findings. All in one transaction; refused as a whole with validation_failed, memory_not_found, verdict_refused,
 * secret_refused or audit_run_not_found.
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

/** Of one run: whoever has more verdicts names another one. */
const MAX_FINDINGS = 5_000;
/** Of a run of verdicts alone, which is read whenever one comes to it. */
const MAX_GATHERED = 500;
const GATHERED_MS = 24 * 60 * 60 * 1_000;
const GATHERED_NOTE = 'Verdicts that named no run';

/** Those of pairs that are as undecided in the run as when somebody was asked. */
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

/** By the id of what is replaced. Where several memories replace one, it is the newest that it names: the others are older themselves. */
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

/** What was replaced before, as is said again, may be. */
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

/** The findings that come to the run, as it shows them: what it has already it has once, and what was suppressed does not come back. */
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

/** Where single verdicts come together, so that they do not push the audits out: the last run of them, while it is young and has room. */
async function gatheringRun(tx: Transaction, added: number, at: number): Promise<AuditRun | null> {
  const last = await tx.audits.lastNoted(GATHERED_NOTE);
  const isOpen =
    last !== null && at - last.startedAt < GATHERED_MS && last.findings.length + added <= MAX_GATHERED;
  return isOpen ? last : null;
}

function relationKey(kind: RelationKind, one: string, other: string): string {
  return `${kind} ${pairKey(one, other)}`;
}
