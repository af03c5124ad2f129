import { type AuditRun, type Finding, findingKinds } from '../domain/audit/audit-run.js';
import type { AuditCommand } from '../domain/audit/run-audit.js';
import type { MemoryDependencies } from '../domain/dependencies.js';
import { quote } from '../domain/text/quote.js';
import { fitBlocks, MAX_LIST_CHARACTERS } from './memory-text.js';
import { requireProject } from './project-tools.js';
import type { ToolArguments } from './tool-definitions.js';

export type RunAudit = (command: AuditCommand) => Promise<AuditRun>;

export async function auditTool(
  deps: MemoryDependencies,
  runAudit: RunAudit,
  args: ToolArguments<'audit'>,
): Promise<string> {
  if (args.scope === 'project' && args.project_id !== undefined) await requireProject(deps, args.project_id);
  const run = await runAudit({
    scope: args.scope,
    project: args.project_id ?? null,
    skillsDir: args.skills_dir ?? null,
    configDir: args.config_dir ?? null,
    undecidedLimit: 0,
  });
  const { text, shown } = fitBlocks(
    run.findings.map((finding, at) => `${at + 1}. ${describeFinding(finding)}`),
  );
  return [
    summarise(run),
    ...run.notes.map((note) => `Note: ${quote(note)}`),
    ...(run.findings.length === 0 ? [] : [text]),
    ...(shown < run.findings.length
      ? [
          `More: ${run.findings.length - shown} findings did not fit into ${MAX_LIST_CHARACTERS} characters; GET /api/v1/memories/audit/${run.runId} has all.`,
        ]
      : []),
  ].join('\n');
}

function summarise({ runId, scope, project, memoriesChecked, counts, suppressedCounts }: AuditRun): string {
  const found = findingKinds.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kind}`);
  const suppressed = findingKinds.reduce((sum, kind) => sum + suppressedCounts[kind], 0);
  return [
    `Audit ${runId}, scope ${scope}${project === null ? '' : ` ${quote(project.name)}`}`,
    `${memoriesChecked} memories checked`,
    ...(found.length === 0 ? ['nothing found'] : found),
    ...(suppressed === 0 ? [] : [`${suppressed} found again but suppressed by the user`]),
  ].join('; ');
}

/** Titles, details and evidence quote memories and files, so they are data as well. */
function describeFinding({
  severity,
  kind,
  title,
  detail,
  evidence,
  memoryIds,
  suggestion,
}: Finding): string {
  return [
    `${kind}, ${severity}: ${quote(title)}`,
    `   ${quote(detail)}`,
    ...(memoryIds.length === 0 ? [] : [`   memories: ${memoryIds.join(' ')}`]),
    ...evidence.map((line) => `   evidence: ${quote(line)}`),
    `   suggestion: ${suggestion}`,
  ].join('\n');
}
