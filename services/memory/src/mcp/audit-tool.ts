import { quote } from '@anima/text/quote';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { AuditCalls } from '../audit/audit-calls.js';
import {
  type AuditRun,
  type CountsByKind,
  countByKind,
  type Finding,
  findingKinds,
} from '../audit/audit-run.js';
import { BY_RULES } from '../relations/relation.js';
import type { Caller } from './mcp-server.js';
import { fitBlocks, MAX_LIST_CHARACTERS } from './memory-text.js';
import { requireProject } from './project-tools.js';
import { BY_CLIENT, sampleClient, sampledVerdicts } from './sample-client.js';
import type { ToolArguments } from './tool-definitions.js';
import type { ShownPages } from './undecided-pairs.js';
import { counted, countedFindings, describeUndecided, SHOWN_PAIRS } from './undecided-pairs.js';

/** Number of pairs that a run stores: `judge` shows them page by page. */
const MAX_STORED_PAIRS = 200;

export async function auditTool(
  caller: Pick<Caller, 'deps' | 'agentId' | 'canSample' | 'sampled'>,
  audits: AuditCalls,
  pages: ShownPages,
  args: ToolArguments<'audit'>,
): Promise<string | InputRequiredResult> {
  const { deps, canSample, sampled } = caller;
  const shown: Showing = {
    limit: args.undecided_limit ?? SHOWN_PAIRS,
    show: (runId, numbers) => pages.show(runId, caller.agentId, numbers),
  };
  if (sampled !== null) return describeRun(audits, await judgeBySample(caller, audits, sampled.state), shown);
  if (args.scope === 'project' && args.project_id !== undefined) await requireProject(deps, args.project_id);
  const run = await audits.run({
    scope: args.scope,
    project: args.project_id ?? null,
    skillsDir: args.skills_dir ?? null,
    configDir: args.config_dir ?? null,
    undecidedLimit: shown.limit === 0 ? 0 : MAX_STORED_PAIRS,
  });
  if (args.ask_client !== true) return describeRun(audits, run, shown);
  if (!canSample)
    return describeRun(
      audits,
      run,
      shown,
      'This client does not allow calls of its model here; judge the pairs yourself.',
    );
  const pairs = await audits.undecided(run);
  return pairs.length === 0 ? describeRun(audits, run, shown) : sampleClient(run, pairs);
}

/** Stores the verdicts of the client's model, and resolves to the updated run. */
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

/** Maximum number of pairs in a response, and a function that records which pairs were shown. */
interface Showing {
  limit: number;
  show(runId: string, numbers: readonly number[]): void;
}

async function describeRun(
  audits: AuditCalls,
  run: AuditRun,
  { limit, show }: Showing,
  ...remarks: string[]
): Promise<string> {
  const waiting = await audits.undecided(run);
  const pairs = describeUndecided(waiting, run.runId, { limit, left: waiting.length });
  show(run.runId, pairs.numbers);
  const known = await audits.knownBefore(run);
  const knownIds = new Set(known.map(({ findingId }) => findingId));
  const news = run.findings.filter(({ findingId }) => !knownIds.has(findingId));
  const { text, shown } = fitBlocks(news.map((finding, at) => `${at + 1}. ${describeFinding(finding)}`));
  const all = `GET /api/v1/memories/audit/${run.runId} returns all`;
  return [
    summarise(run, waiting.length, limit),
    ...run.notes.map((note) => `Note: ${quote(note)}`),
    ...remarks,
    ...pairs.lines,
    ...(known.length === 0
      ? []
      : [
          `${counted(known.length, 'finding')} known from earlier verdicts: ${describeCounts(countByKind(known)).join(', ')}; ${all}.`,
        ]),
    ...(news.length === 0 ? [] : ['Findings:', text]),
    ...(shown < news.length
      ? [
          `More: ${counted(news.length - shown, 'finding')} did not fit into ${MAX_LIST_CHARACTERS} characters; ${all}.`,
        ]
      : []),
  ].join('\n');
}

function summarise(
  { runId, scope, project, memoriesChecked, counts, suppressedCounts, undecided }: AuditRun,
  waiting: number,
  limit: number,
): string {
  const found = describeCounts(counts);
  const suppressed = findingKinds.reduce((sum, kind) => sum + suppressedCounts[kind], 0);
  const atLeast = undecided.length >= MAX_STORED_PAIRS ? 'at least ' : '';
  return [
    `Audit ${runId}, scope ${scope}${project === null ? '' : ` ${quote(project.name)}`}`,
    `${counted(memoriesChecked, 'memory', 'memories')} checked`,
    ...found,
    ...(waiting === 0 ? [] : [`${atLeast}${counted(waiting, 'pair')} undecided`]),
    ...(found.length === 0 && waiting === 0 ? ['nothing found'] : []),
    ...(limit === 0 ? ['undecided pairs were not searched'] : []),
    ...(suppressed === 0 ? [] : [`${suppressed} found again but suppressed by the user`]),
  ].join('; ');
}

function describeCounts(counts: CountsByKind): string[] {
  return findingKinds.flatMap((kind) => (counts[kind] === 0 ? [] : [countedFindings(counts[kind], kind)]));
}

/**
 * Formats a finding. Details, evidence and suggestions contain texts of memories and names of files, so all
 * of them are quoted. The title is omitted if there is evidence, since it is cut from the same texts.
 */
function describeFinding(finding: Finding): string {
  const { severity, kind, title, detail, evidence, memoryIds, judgedBy, confidence, suggestion } = finding;
  return [
    `${kind}, ${severity}: ${quote(evidence.length === 0 ? `${title}. ${detail}` : detail)}`,
    ...(judgedBy === BY_RULES
      ? []
      : [
          `   judged by ${quote(judgedBy)}${confidence === null ? '' : `, confidence ${confidence.toFixed(2)}`}`,
        ]),
    ...(memoryIds.length === 0 ? [] : [`   memories: ${memoryIds.join(' ')}`]),
    ...evidence.map((line) => `   evidence: ${quote(line)}`),
    `   suggestion: ${quote(suggestion)}`,
  ].join('\n');
}
