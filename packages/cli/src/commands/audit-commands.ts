import type { AuditFinding, AuditRun, MemoryClient } from '@anima/client';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { type CommandDefiners, flag, given, text, whole } from '../define-command.js';
import { CommandFailure, EXIT, notFoundError } from '../failure.js';
import { bold, dim, green, type Output, red, yellow } from '../terminal/output.js';

const runOption = { run: text('<id>', 'audit of the finding; default: the latest one') };

/** `audit run`, `list`, `show`, `accept`, `suppress`. */
export function auditCommands(program: Command, definers: CommandDefiners): void {
  const { define, group } = definers.calling('memory');
  const audit = group(program, 'audit', {
    summary: 'find duplicate, contradictory and stale memories, and resolve them',
    examples: ['anima audit run', 'anima audit show', 'anima audit accept 1f0c9a3e'],
  });
  define(audit, {
    line: 'run',
    summary: 'audit the memories of a project, those without a project, or all memories',
    examples: ['anima audit run --project web', 'anima audit run --all --json'],
    options: {
      project: text('<name>', 'audit this project; default: memories without a project'),
      all: flag('audit all projects, also against each other', { conflicts: 'project' }),
      skills: text('<folder>', 'report skills in this folder that no memory refers to'),
      config: text('<folder>', 'compare with the CLAUDE.md, AGENTS.md and settings in this folder'),
    },
    run: async (context, { project, all, skills, config }) => {
      const scope = project !== undefined ? 'project' : all ? 'cross' : 'global';
      const folders = given({ project_id: project, skills_dir: skills, config_dir: config });
      const client = await context.memory();
      const run = await context.progress.during('Comparing memories', () =>
        client.audit.run({ scope, ...folders }),
      );
      context.output.answer(run, () => showRun(context.output, run));
    },
  });
  define(audit, {
    line: 'list',
    summary: 'list audits, newest first',
    examples: ['anima audit list --limit 5'],
    options: { limit: whole('<n>', 'maximum number of audits; default 20', 1, 200) },
    run: async (context, { limit = 20 }) => {
      const answer = await (await context.memory()).audit.list({ limit });
      context.output.answer(answer, () =>
        context.output.table(
          answer.runs.map(({ run_id, started_at, scope, project, counts }) => [
            run_id,
            started_at.slice(0, 16).replace('T', ' '),
            project ?? scope,
            `${Object.values(counts).reduce((sum, count) => sum + count, 0)} findings`,
          ]),
        ),
      );
    },
  });
  define(audit, {
    line: 'show [run]',
    summary: 'show the findings of an audit; default: the latest one',
    examples: ['anima audit show'],
    run: async (context, _options, runId) => {
      const run = await runOf(await context.memory(), runId);
      context.output.answer(run, () => showRun(context.output, run));
    },
  });
  define(audit, {
    line: 'accept <finding>',
    summary:
      'apply the suggestion of a finding: merge duplicates, supersede older decisions, archive stale memories',
    examples: [
      'anima audit accept 1f0c9a3e',
      'anima audit accept 1f0c9a3e --run 01a20559-927a-7922-ac04-0725237f6317',
    ],
    options: runOption,
    run: async (context, { run }, id) => {
      const client = await context.memory();
      const { finding } = await findingOf(client, run, id);
      await accept(context, client, finding);
    },
  });
  define(audit, {
    line: 'suppress <finding>',
    summary: 'suppress a finding, in this audit and in later ones',
    examples: ['anima audit suppress 1f0c9a3e', 'anima audit suppress 1f0c9a3e --undo'],
    options: { ...runOption, undo: flag('report the finding again') },
    run: async (context, { run, undo = false }, id) => {
      const client = await context.memory();
      const { runId, finding } = await findingOf(client, run, id);
      const change = undo ? client.audit.unsuppress : client.audit.suppress;
      const changed = await change(runId, finding.finding_id);
      context.output.answer(changed, () =>
        context.output.say(green(undo ? 'Reported again: ' : 'Suppressed: '), changed.title),
      );
    },
  });
}

async function runOf(client: MemoryClient, runId: string | undefined): Promise<AuditRun> {
  if (runId !== undefined) return client.audit.get(runId);
  const [latest] = (await client.audit.list({ limit: 1 })).runs;
  if (latest === undefined) throw notFoundError('No audit has run yet. Run one with: anima audit run');
  return client.audit.get(latest.run_id);
}

/** @param id The id of the finding, or its beginning or end. */
async function findingOf(
  client: MemoryClient,
  runId: string | undefined,
  id: string,
): Promise<{ runId: string; finding: AuditFinding }> {
  const { run_id, findings } = await runOf(client, runId);
  const part = id.toLowerCase();
  const found = findings.filter(({ finding_id }) => finding_id.startsWith(part) || finding_id.endsWith(part));
  if (found.length === 0) throw notFoundError(`The audit ${run_id} has no finding ${id}`);
  if (found.length > 1)
    throw notFoundError(
      `Expected an id of one finding, received ${id}, which matches ${found.length} findings. See: anima audit show`,
    );
  return { runId: run_id, finding: found[0]! };
}

async function accept({ output }: Context, client: MemoryClient, finding: AuditFinding): Promise<void> {
  const { kind, memory_ids } = finding;
  const [first, ...others] = memory_ids;
  if (kind === 'duplicate_memory') {
    const merged = await client.audit.merge(memory_ids);
    output.answer({ done: 'merged', memory: merged }, () =>
      output.say(green('Merged into '), merged.memory_id),
    );
  } else if (kind === 'conflicting_decision' && first !== undefined && others.length > 0) {
    // Audits list the newer memory first.
    const answer = await client.supersede(first, others, { reason: `audit: ${finding.title}`.slice(0, 500) });
    output.answer({ done: 'superseded', ...answer }, () =>
      output.say(green('Valid: '), first, `; superseded: ${others.join(', ')}`),
    );
  } else if (kind === 'stale_context' && memory_ids.length > 0) {
    for (const id of memory_ids) await client.forget(id);
    output.answer({ done: 'forgotten', memory_ids }, () =>
      output.say(green('Archived: '), memory_ids.join(', ')),
    );
  } else
    throw new CommandFailure(
      'not_for_us',
      EXIT.refused,
      `This finding concerns no memory, so it must be resolved by hand: ${finding.suggestion}`,
    );
}

function showRun(output: Output, run: AuditRun): void {
  const { findings, undecided, memories_checked, notes } = run;
  const reported = findings.filter(({ state }) => state === 'reported');
  const shortId = shortIds(reported.map(({ finding_id }) => finding_id));
  const colours = { high: red, medium: yellow, low: dim };
  for (const { finding_id, severity, title, detail, suggestion } of reported) {
    output.say(bold(shortId(finding_id)), '  ', colours[severity](severity), `  ${title}`);
    output.block(detail, 2);
    output.say(dim(`  ${suggestion}`));
  }
  output.say(
    dim(`${memories_checked} memories, ${reported.length} findings, ${undecided.length} pairs undecided`),
  );
  for (const note of notes) output.say(dim(note));
}

/** Shortens ids to their shortest unique ends: ids that were created together begin alike. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  let length = 8;
  while (new Set(ids.map((id) => id.slice(-length))).size < new Set(ids).size) length++;
  return (id) => id.slice(-length);
}
