import { uuidv7 } from 'uuidv7';
import { toVerdicts } from '../api/verdicts.js';
import type { AuditCalls } from '../domain/audit/audit-calls.js';
import { byAgent, relationKinds } from '../domain/relations/relation.js';
import type { ToolArguments } from './tool-definitions.js';
import { describeUndecided, SHOWN_PAIRS } from './undecided-pairs.js';

export async function judgeTool(
  audits: AuditCalls,
  args: ToolArguments<'judge'>,
  agentId: string,
): Promise<string> {
  const named = args.run_id?.toLowerCase() ?? null;
  const { runId, findings, relations, warnings } = await audits.judge({
    runId: named,
    ownRunId: uuidv7(),
    verdicts: toVerdicts(args.verdicts),
    agentId,
    by: byAgent(agentId),
  });
  const counts = relationKinds.flatMap((kind) => {
    const count = relations.filter((relation) => relation.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const notKept = args.verdicts.length - relations.length;
  const run = named === null ? null : await audits.byId(named);
  const left = run === null ? [] : await audits.undecided(run);
  return [
    `Kept: ${counts.join(', ')}.${notKept === 0 ? '' : ` Not kept: ${notKept}. Of several that replace one memory only the newest is kept.`}${findings.length === 0 ? '' : ` ${findings.length} findings in audit ${runId}.`}`,
    ...warnings.map(({ message }) => `Warning: ${message}.`),
    ...(run === null ? [] : describeUndecided(left, run.runId, SHOWN_PAIRS)),
    ...(run !== null && left.length === 0
      ? ['No pair of this audit is left; another audit shows whether there are more.']
      : []),
  ].join('\n');
}
