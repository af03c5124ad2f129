import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { AuditCalls } from '../domain/audit/audit-calls.js';
import { type AuditRun, type Finding, findingKinds } from '../domain/audit/audit-run.js';
import { BY_RULES } from '../domain/relations/relation.js';
import { quote } from '../domain/text/quote.js';
import { askClient, BY_CLIENT, sampledVerdicts } from './ask-client.js';
import type { Caller } from './caller.js';
import { fitBlocks, MAX_LIST_CHARACTERS } from './memory-text.js';
import { requireProject } from './project-tools.js';
import type { ToolArguments } from './tool-definitions.js';
import { describeUndecided, SHOWN_PAIRS } from './undecided-pairs.js';

/** Pairs that a run keeps: `judge` shows them page by page. */
const KEPT_PAIRS = 200;

export async function auditTool(
  caller: Pick<Caller, 'deps' | 'agentId' | 'canSample' | 'sampled'>,
  audits: AuditCalls,
  args: ToolArguments<'audit'>,
): Promise<string | InputRequiredResult> {
  const { deps, canSample, sampled } = caller;
  const shown = args.undecided_limit ?? SHOWN_PAIRS;
  if (sampled !== null) return describeRun(audits, await judgeBySample(caller, audits, sampled.state), shown);
  if (args.scope === 'project' && args.project_id !== undefined) await requireProject(deps, args.project_id);
  const run = await audits.run({
    scope: args.scope,
    project: args.project_id ?? null,
    skillsDir: args.skills_dir ?? null,
    configDir: args.config_dir ?? null,
    undecidedLimit: shown === 0 ? 0 : KEPT_PAIRS,
  });
  if (args.ask_client !== true) return describeRun(audits, run, shown);
  if (!canSample)
    return describeRun(
      audits,
      run,
      shown,
      'This client does not let its model be asked here; judge them yourself.',
    );
  const pairs = await audits.undecided(run);
  return pairs.length === 0 ? describeRun(audits, run, shown) : askClient(run, pairs);
}

/** Keeps what the client's model said of the pairs it was asked about; resolves to the run with what came of it. */
async function judgeBySample(
  { agentId, sampled }: Pick<Caller, 'agentId' | 'sampled'>,
  audits: AuditCalls,
  runId: string,
): Promise<AuditRun> {
  const run = await audits.byId(runId);
  const verdicts = sampledVerdicts(run.undecided, sampled!.answers);
  if (verdicts.length > 0)
    await audits.judge({ runId, ownRunId: runId, verdicts, onlyOpen: true, agentId, by: BY_CLIENT });
  return audits.byId(runId);
}

async function describeRun(
  audits: AuditCalls,
  run: AuditRun,
  shownPairs: number,
  ...remarks: string[]
): Promise<string> {
  const { text, shown } = fitBlocks(
    run.findings.map((finding, at) => `${at + 1}. ${describeFinding(finding)}`),
  );
  return [
    summarise(run),
    ...run.notes.map((note) => `Note: ${quote(note)}`),
    ...remarks,
    ...(run.findings.length === 0 ? [] : [text]),
    ...(shown < run.findings.length
      ? [
          `More: ${run.findings.length - shown} findings did not fit into ${MAX_LIST_CHARACTERS} characters; GET /api/v1/memories/audit/${run.runId} has all.`,
        ]
      : []),
    ...describeUndecided(await audits.undecided(run), run.runId, shownPairs),
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
  judgedBy,
  confidence,
  suggestion,
}: Finding): string {
  return [
    `${kind}, ${severity}: ${quote(title)}`,
    `   ${quote(detail)}`,
    ...(judgedBy === BY_RULES
      ? []
      : [
          `   judged by ${quote(judgedBy)}${confidence === null ? '' : `, sure to ${confidence.toFixed(2)}`}`,
        ]),
    ...(memoryIds.length === 0 ? [] : [`   memories: ${memoryIds.join(' ')}`]),
    ...evidence.map((line) => `   evidence: ${quote(line)}`),
    `   suggestion: ${suggestion}`,
  ].join('\n');
}
