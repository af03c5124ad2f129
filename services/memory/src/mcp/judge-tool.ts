import { AppError } from '@anima/service/errors';
import { uuidv7 } from 'uuidv7';
import type { AuditCalls } from '../audit/audit-calls.js';
import type { AuditRun } from '../audit/audit-run.js';
import type { Verdict } from '../audit/check-verdicts.js';
import type { VerdictsTaken } from '../audit/take-verdicts.js';
import { toVerdicts } from '../audit/verdict-fields.js';
import { byAgent, pairKey, relationKinds } from '../relations/relation.js';
import type { ToolArguments } from './tool-definitions.js';
import type { ShownPages } from './undecided-pairs.js';
import { counted, countedRelations, describeUndecided, SHOWN_PAIRS } from './undecided-pairs.js';

/** Stores the verdicts, if any, and shows the next pairs of the run, if a run is named. */
export async function judgeTool(
  audits: AuditCalls,
  pages: ShownPages,
  args: ToolArguments<'judge'>,
  agentId: string,
): Promise<string> {
  const run = args.run_id === undefined ? null : await audits.byId(args.run_id.toLowerCase());
  const given = (args.verdicts ?? []).map((verdict, at) => toVerdict(verdict, at, run));
  if (run === null && given.length === 0)
    throw invalid('verdicts', 'Expected verdicts, or the run_id of an audit to see its pairs; received none');
  const page = run === null ? [] : pages.last(run.runId, agentId);
  const rest = args.rest === undefined ? [] : await restOf(audits, run, page, args.verdicts ?? [], given);
  const verdicts = [...given, ...rest];
  const taken =
    verdicts.length === 0
      ? null
      : await audits.judge({
          runId: run?.runId ?? null,
          ownRunId: uuidv7(),
          verdicts,
          agentId,
          by: byAgent(agentId),
        });
  return [
    ...(taken === null ? [] : describeTaken(taken, verdicts.length, run)),
    ...(args.rest === undefined
      ? []
      : [
          `By rest, of pairs ${Math.min(...page)} to ${Math.max(...page)}: ${countStored(rest, taken)} distinct.`,
        ]),
    ...(run === null ? [] : await nextPage(audits, pages, run, agentId)),
  ].join('\n');
}

function toVerdict(
  { pair, memory_ids, verdict, reason }: NonNullable<ToolArguments<'judge'>['verdicts']>[number],
  at: number,
  run: AuditRun | null,
): Verdict {
  const path = `verdicts[${at}]`;
  if ((pair === undefined) === (memory_ids === undefined))
    throw invalid(
      path,
      `Expected pair or memory_ids for ${path}, received ${pair === undefined ? 'none' : 'both'}`,
    );
  const known = pair === undefined ? undefined : run?.undecided[pair - 1];
  if (pair !== undefined && run === null)
    throw invalid('run_id', 'Expected run_id, the audit that numbers the pairs; received none');
  if (pair !== undefined && known === undefined)
    throw invalid(
      `${path}.pair`,
      `Expected a pair from 1 to ${run!.undecided.length}, as this audit numbers them, for ${path}.pair, received ${pair}`,
    );
  const [read] = toVerdicts([
    { memory_ids: memory_ids ?? [...known!.memoryIds], verdict, ...(reason === undefined ? {} : { reason }) },
  ]);
  return known === undefined ? read! : { ...read!, digest: known.digest };
}

/**
 * Returns verdicts for the pairs of the page without a verdict. Throws if the verdicts refer to another page,
 * because the agent may not have read that page.
 */
async function restOf(
  audits: AuditCalls,
  run: AuditRun | null,
  page: readonly number[],
  named: NonNullable<ToolArguments<'judge'>['verdicts']>,
  given: readonly Verdict[],
): Promise<Verdict[]> {
  if (run === null || page.length === 0)
    throw invalid(
      'rest',
      'Expected rest only after pairs were shown; call judge with only run_id to see them',
    );
  const elsewhere = named.find(({ pair }) => pair !== undefined && !page.includes(pair));
  if (elsewhere !== undefined)
    throw invalid(
      'rest',
      `Expected only pairs that were shown last (${Math.min(...page)} to ${Math.max(...page)}) together with rest, received ${elsewhere.pair}; name it without rest`,
    );
  const judged = new Set(given.map(({ memoryIds }) => pairKey(...memoryIds)));
  const open = await audits.undecided(run);
  return open.flatMap(({ number }): Verdict[] => {
    const { memoryIds, digest } = run.undecided[number - 1]!;
    if (!page.includes(number) || judged.has(pairKey(...memoryIds))) return [];
    return [{ memoryIds, digest, kind: 'distinct', reason: null }];
  });
}

function describeTaken(
  { relations, findings, outdated, warnings, runId }: VerdictsTaken,
  given: number,
  run: AuditRun | null,
): string[] {
  const counts = relationKinds.flatMap((kind) => {
    const count = relations.filter((relation) => relation.kind === kind).length;
    return count === 0 ? [] : [countedRelations(count, kind)];
  });
  const notStored = given - outdated.length - relations.length;
  const numbers = new Map(run?.undecided.map(({ memoryIds }, at) => [pairKey(...memoryIds), at + 1]));
  const changed = outdated.map(({ memoryIds }) => numbers.get(pairKey(...memoryIds)));
  return [
    `Stored: ${counts.length === 0 ? 'nothing' : counts.join(', ')}.${notStored === 0 ? '' : ` Not stored: ${notStored}. If several replace one memory, only the newest is stored.`}${findings.length === 0 ? '' : ` ${counted(findings.length, 'finding')} in audit ${runId}.`}`,
    ...(changed.length === 0
      ? []
      : [
          `Not stored, because their texts were changed or archived since: ${changed.length === 1 ? 'pair' : 'pairs'} ${changed.join(', ')}.`,
        ]),
    ...warnings.map(({ message }) => `Warning: ${message}.`),
  ];
}

function countStored(rest: readonly Verdict[], taken: VerdictsTaken | null): number {
  return rest.filter((verdict) => !taken!.outdated.some(({ memoryIds }) => memoryIds === verdict.memoryIds))
    .length;
}

/** Shows the pairs after the last page. Skipped pairs are shown again at the end. */
async function nextPage(
  audits: AuditCalls,
  pages: ShownPages,
  run: AuditRun,
  agentId: string,
): Promise<string[]> {
  const waiting = await audits.undecided(run);
  const last = Math.max(0, ...pages.last(run.runId, agentId));
  const following = waiting.filter(({ number }) => number > last);
  const { lines, numbers } = describeUndecided(following.length > 0 ? following : waiting, run.runId, {
    limit: SHOWN_PAIRS,
    left: waiting.length,
  });
  pages.show(run.runId, agentId, numbers);
  return lines.length > 0
    ? lines
    : ['This audit has no more pairs. A new audit shows whether there are others.'];
}

function invalid(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { errors: [{ path, message }] });
}
