import { AppError } from '@anima/service/errors';
import { uuidv7 } from 'uuidv7';
import type { Memory, Project } from '../memory/memory.js';
import type { SearchFilter } from '../search/search-filter.js';
import { withoutSecrets } from '../secrets/secrets.js';
import type { AuditDependencies } from './audit-dependencies.js';
import {
  type AuditRun,
  type AuditScope,
  countByKind,
  findingKinds,
  type Observation,
  severities,
} from './audit-run.js';
import { compareTexts } from './compare-texts.js';
import { takesPart } from './compared-text.js';
import { configStatements } from './config-texts.js';
import { findStale } from './find-stale.js';
import { countSkills, type SkillCensus } from './find-unused-skills.js';
import { type FoundItem, toFinding } from './found-item.js';
import { createPacer, type Pacer } from './pacer.js';
import { type Progress, reportProgress } from './progress.js';
import { suppressedBy } from './suppression.js';
import { type AuditOutcome, beginRun, failRun, failUnfinishedRuns, finishRun } from './write-audit-runs.js';

export interface AuditCommand {
  scope: AuditScope;
  /** Name or id of the project. Required with scope `project`, not allowed with other scopes. */
  project: string | null;
  skillsDir: string | null;
  configDir: string | null;
  /** Maximum number of undecided pairs in the result. */
  undecidedLimit: number;
  /** Chosen by the caller, so that a repeated call returns the run of the first call. */
  runId?: string;
}

/**
 * Maximum number of findings of each kind. Beyond it, the least severe findings are omitted and a note
 * reports it.
 */
const MAX_FINDINGS_OF_A_KIND = 1_000;
const READ_AT_A_TIME = 50;

/**
 * Runs an audit, stores it, and resolves to the finished run. Rejects an unknown project, a project that does
 * not match the scope, and directories that may not be read before anything is stored. If the audit fails,
 * stores the run as failed and rejects with the error.
 */
export async function runAudit(deps: AuditDependencies, command: AuditCommand): Promise<AuditRun> {
  const { audits, withTransaction, queue, files, clock, keepRuns } = deps;
  const project = await projectOf(deps, command);
  const skillsDir = command.skillsDir && (await files.directory(command.skillsDir, 'skills_dir'));
  const configDir = command.configDir && (await files.directory(command.configDir, 'config_dir'));
  return queue.run(async (signal) => {
    // Only one audit runs at a time, so a run that is still marked as running could not store its end, for
    // example because of a full disk.
    await failUnfinishedRuns(withTransaction, clock(), 'How this run ended could not be written down');
    const runId = command.runId ?? uuidv7();
    const known = await audits.byId(runId);
    if (known !== null) return known;
    const run = { runId, scope: command.scope, project, skillsDir, configDir };
    await beginRun(withTransaction, { ...run, startedAt: clock() }, keepRuns);
    try {
      const outcome = await audit(
        deps,
        { ...run, undecidedLimit: command.undecidedLimit },
        createPacer(signal),
        reportProgress(withTransaction, runId),
      );
      return await finishRun(withTransaction, runId, (suppressions) => {
        const isSuppressed = suppressedBy(suppressions);
        const reported = outcome.findings.filter((finding) => !isSuppressed(finding));
        const leftOut = outcome.findings.filter((finding) => isSuppressed(finding));
        return {
          ...limited(reported, outcome.notes),
          undecided: outcome.undecided,
          finishedAt: clock(),
          memoriesChecked: outcome.memoriesChecked,
          suppressedCounts: countByKind(leftOut),
        };
      });
    } catch (error) {
      await failRun(
        withTransaction,
        runId,
        clock(),
        error instanceof AppError ? error.message : 'The service failed unexpectedly',
      );
      throw error;
    }
  });
}

async function audit(
  deps: AuditDependencies,
  run: {
    scope: AuditScope;
    project: Project | null;
    skillsDir: string | null;
    configDir: string | null;
    undecidedLimit: number;
  },
  pacer: Pacer,
  progress: Progress,
): Promise<Pick<AuditOutcome, 'memoriesChecked' | 'findings' | 'undecided' | 'notes'>> {
  const config = run.configDir === null ? null : await deps.configFolder.read(run.configDir);
  const skills = run.skillsDir === null ? null : await deps.skillFolder.read(run.skillsDir);
  const configTexts = configStatements(config?.files ?? []);
  const census = skills && countSkills(skills.skills, config?.files ?? []);

  const memories = await readMemories(deps, run, census, pacer, progress);
  const { undecidedLimit } = run;
  const compared = await compareTexts(
    deps,
    memories,
    configTexts.statements,
    undecidedLimit,
    pacer,
    progress,
  );
  const stale = await findStale(
    deps,
    { ...run, memories, statements: configTexts.statements },
    pacer,
    progress,
  );

  const observations = [...compared.observations, ...stale.observations, ...(census?.observations() ?? [])];
  const findings: FoundItem[] = [];
  for (const observation of inOrder(observations)) {
    findings.push(toFinding(observation));
    if (pacer.due) await pacer.rest();
  }
  return {
    memoriesChecked: memories.length,
    findings,
    undecided: compared.undecided,
    notes: [
      ...(config?.notes ?? []),
      ...(skills?.notes ?? []),
      ...configTexts.notes,
      ...compared.notes,
      ...stale.notes,
    ].map(withoutSecrets),
  };
}

/**
 * Returns the active memories of the scope that take part in audits. `census` receives every active memory,
 * because any memory can refer to a skill.
 */
async function readMemories(
  { search, store, accesses, clock }: AuditDependencies,
  { scope, project }: { scope: AuditScope; project: Project | null },
  census: SkillCensus | null,
  pacer: Pacer,
  progress: Progress,
): Promise<Memory[]> {
  const filter: SearchFilter =
    project !== null ? { projectId: project.projectId } : scope === 'global' ? { globalOnly: true } : {};
  const { keys } = await search.page(census === null ? filter : {}, {
    order: 'arrival',
    from: 0,
    to: Number.POSITIVE_INFINITY,
    now: clock(),
  });
  const memories: Memory[] = [];
  progress('reading', 0, keys.length);
  for (let start = 0; start < keys.length; start += READ_AT_A_TIME) {
    for (const memory of await store.byKeys(keys.slice(start, start + READ_AT_A_TIME))) {
      census?.look(memory.content);
      if (isInScope(memory, scope, project) && takesPart(memory)) memories.push(accesses.withPending(memory));
    }
    progress('reading', Math.min(start + READ_AT_A_TIME, keys.length), keys.length);
    if (pacer.due) await pacer.rest();
  }
  return memories;
}

function isInScope(memory: Memory, scope: AuditScope, project: Project | null): boolean {
  if (scope === 'cross') return true;
  return (memory.project?.projectId ?? null) === (project?.projectId ?? null);
}

async function projectOf({ store }: AuditDependencies, command: AuditCommand): Promise<Project | null> {
  const project = namedProject(command);
  if (project === null) return null;
  const found = await store.project(project);
  if (found === null) throw new AppError('project_not_found', 'No project has this id or name');
  return found;
}

/**
 * Returns the project of the command. A project with another scope is rejected, because the audit would not
 * be restricted to that project.
 */
function namedProject({ scope, project }: AuditCommand): string | null {
  if ((scope === 'project') === (project !== null)) return project;
  const message =
    scope === 'project'
      ? 'Expected project_id, the id or name of a project, for scope project; received none'
      : `Expected project_id only with scope project; received it with scope ${scope}`;
  throw new AppError('validation_failed', message, { errors: [{ path: 'project_id', message }] });
}

/**
 * Sorts observations by kind, then by descending severity. Otherwise keeps their order, which follows the
 * memories from new to old.
 */
function inOrder(observations: readonly Observation[]): Observation[] {
  return observations.toSorted(
    (a, b) =>
      findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind) ||
      severities.indexOf(b.severity) - severities.indexOf(a.severity),
  );
}

function limited(
  findings: readonly FoundItem[],
  notes: readonly string[],
): Pick<AuditOutcome, 'findings' | 'notes'> {
  const counts = countByKind(findings);
  const over = findingKinds.filter((kind) => counts[kind] > MAX_FINDINGS_OF_A_KIND);
  const reported = findingKinds.flatMap((kind) =>
    findings.filter((finding) => finding.kind === kind).slice(0, MAX_FINDINGS_OF_A_KIND),
  );
  return {
    findings: reported,
    notes: [
      ...notes,
      ...over.map(
        (kind) => `${counts[kind]} findings of ${kind}; the first ${MAX_FINDINGS_OF_A_KIND} are listed`,
      ),
    ],
  };
}
