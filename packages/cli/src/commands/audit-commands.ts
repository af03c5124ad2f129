import type { AuditFinding, AuditRun, MemoryClient } from '@anima/client';
import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { type CommandDefiner, given, wholeOption } from '../define-command.js';
import { EXIT } from '../exit-codes.js';
import { CommandFailure, notFoundError } from '../failure.js';
import { bold, dim, green, type Output, red, yellow } from '../terminal/output.js';

const speaksTo = ['memory'] as const;

/** `audit run`, `list`, `show`, `accept`, `suppress`. */
export function auditCommands(program: Command, { define, group }: CommandDefiner): void {
  const audit = group(program, 'audit', {
    summary: 'find duplicates, contradictions and what is stale, and settle them',
    examples: ['anima audit run', 'anima audit show', 'anima audit accept 1f0c9a3e'],
  });

  define<[], { project?: string; all?: true; skills?: string; config?: string }>(
    audit,
    'run',
    {
      summary: 'look through the memories of a project, of none, or of all',
      examples: ['anima audit run --project web', 'anima audit run --all --json'],
      speaksTo,
      options: [
        new Option('--project <name>', 'of this project; default: memories without a project'),
        new Option('--all', 'of all projects, and between them').conflicts('project'),
        new Option('--skills <folder>', 'find skills in it that nothing refers to'),
        new Option('--config <folder>', 'compare with its CLAUDE.md, AGENTS.md and settings'),
      ],
    },
    async (context, { project, all, skills, config }) => {
      const scope = project !== undefined ? 'project' : all ? 'cross' : 'global';
      const client = await context.memory();
      const run = await context.progress.during('Comparing memories', () =>
        client.audit.run({
          scope,
          ...given({ project_id: project, skills_dir: skills, config_dir: config }),
        }),
      );
      context.output.answer(run, () => showRun(context.output, run));
      return undefined;
    },
  );

  define<[], { limit?: number }>(
    audit,
    'list',
    {
      summary: 'past audits, newest first',
      examples: ['anima audit list --limit 5'],
      speaksTo,
      options: [wholeOption('--limit <n>', 'default 20', 1, 200)],
    },
    async (context, { limit = 20 }) => {
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
      return undefined;
    },
  );

  define<[string | undefined], object>(
    audit,
    'show [run]',
    { summary: 'the findings of an audit; default: the last one', examples: ['anima audit show'], speaksTo },
    async (context, _options, runId) => {
      const run = await runOf(await context.memory(), runId);
      context.output.answer(run, () => showRun(context.output, run));
      return undefined;
    },
  );

  define<[string], { run?: string }>(
    audit,
    'accept <finding>',
    {
      summary:
        'do what a finding suggests: merge duplicates, let the newer decision stand, forget what is stale',
      examples: [
        'anima audit accept 1f0c9a3e',
        'anima audit accept 1f0c9a3e --run 01a20559-927a-7922-ac04-0725237f6317',
      ],
      speaksTo,
      options: [runOption()],
    },
    async (context, { run }, id) => {
      const client = await context.memory();
      const { finding } = await findingOf(client, run, id);
      await accept(context, client, finding);
      return undefined;
    },
  );

  define<[string], { run?: string; undo?: true }>(
    audit,
    'suppress <finding>',
    {
      summary: 'say no more of a finding, in this audit and in later ones',
      examples: ['anima audit suppress 1f0c9a3e', 'anima audit suppress 1f0c9a3e --undo'],
      speaksTo,
      options: [runOption(), new Option('--undo', 'say it again')],
    },
    async (context, { run, undo = false }, id) => {
      const client = await context.memory();
      const { runId, finding } = await findingOf(client, run, id);
      const change = undo ? client.audit.unsuppress : client.audit.suppress;
      const changed = await change(runId, finding.finding_id);
      context.output.answer(changed, () =>
        context.output.say(green(undo ? 'Told again: ' : 'Suppressed: '), changed.title),
      );
      return undefined;
    },
  );
}

const runOption = () => new Option('--run <id>', 'the audit it is of; default: the last one');

async function runOf(client: MemoryClient, runId: string | undefined): Promise<AuditRun> {
  if (runId !== undefined) return client.audit.get(runId);
  const [last] = (await client.audit.list({ limit: 1 })).runs;
  if (last === undefined) throw notFoundError('There is no audit yet; run one with: anima audit run');
  return client.audit.get(last.run_id);
}

/** By its id, or the beginning or end of it. */
async function findingOf(
  client: MemoryClient,
  runId: string | undefined,
  id: string,
): Promise<{ runId: string; finding: AuditFinding }> {
  const { run_id, findings } = await runOf(client, runId);
  const found = findings.filter(
    ({ finding_id }) => finding_id.startsWith(id.toLowerCase()) || finding_id.endsWith(id.toLowerCase()),
  );
  if (found.length === 0) throw notFoundError(`There is no finding ${id} in the audit ${run_id}`);
  if (found.length > 1)
    throw notFoundError(
      `Expected the end of one id, received ${id}, which ${found.length} findings have; anima audit show prints them`,
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
    // Newer first, as the contract of audits says.
    const answer = await client.supersede(first, others, { reason: `audit: ${finding.title}`.slice(0, 500) });
    output.answer({ done: 'superseded', ...answer }, () =>
      output.say(green('Stands: '), first, `; superseded: ${others.join(', ')}`),
    );
  } else if (kind === 'stale_context' && memory_ids.length > 0) {
    for (const id of memory_ids) await client.forget(id);
    output.answer({ done: 'forgotten', memory_ids }, () =>
      output.say(green('Forgotten: '), memory_ids.join(', ')),
    );
  } else
    throw new CommandFailure(
      'not_for_us',
      EXIT.refused,
      `Nothing of the memory can be changed for this finding: ${finding.suggestion}`,
    );
}

function showRun(output: Output, run: AuditRun): void {
  const { findings, undecided, memories_checked, notes } = run;
  const told = findings.filter(({ state }) => state === 'reported');
  const shownId = shortIds(told.map(({ finding_id }) => finding_id));
  for (const finding of told) showFinding(output, finding, shownId(finding.finding_id));
  output.say(
    dim(`${memories_checked} memories, ${told.length} findings, ${undecided.length} pairs undecided`),
  );
  for (const note of notes) output.say(dim(note));
}

/** Ids by their shortest ends that tell them apart: the beginnings of ids that were made together are the same. */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const MIN_CHARACTERS = 8;
  let length = MIN_CHARACTERS;
  while (new Set(ids.map((id) => id.slice(-length))).size < new Set(ids).size) length++;
  return (id) => id.slice(-length);
}

function showFinding({ say, block }: Output, finding: AuditFinding, id: string): void {
  const colours = { high: red, medium: yellow, low: dim };
  say(bold(id), '  ', colours[finding.severity](finding.severity), `  ${finding.title}`);
  block(finding.detail, 2);
  say(dim(`  ${finding.suggestion}`));
}
