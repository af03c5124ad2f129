import type { ErasurePlan } from '@anima/client';
import type { Command } from 'commander';
import { type CommandDefiners, commaList, flag, given, text, whole } from '../define-command.js';
import { notFoundError, usageError } from '../failure.js';
import { confirmByTyping } from '../terminal/confirm.js';
import { bold, dim, green, type Output, yellow } from '../terminal/output.js';
import { safeLine } from '../terminal/safe-text.js';

const yes = flag('do not prompt for a confirmation');
const CAUSES = {
  named: '',
  merged_from_named: 'merged from one of these',
  source_of_named: 'source of a merged memory',
} as const;

/** `erase`, `erasures`, `projects`. */
export function erasureCommands(program: Command, definers: CommandDefiners): void {
  const { define, group } = definers.calling('memory');
  define(program, {
    line: 'erase [id...]',
    summary: 'remove memories permanently, after a preview; select them by id or by filters',
    examples: [
      'anima erase 01a20559-927a-7922-ac04-0725237f6317',
      'anima erase --project web --by planner --dry-run',
      'anima erase --conversation chat-7 --reason "request of the user" --yes',
    ],
    options: {
      project: text('<name>', 'memories of this project, by name or id'),
      tag: commaList('<tag>', 'memories with this tag'),
      by: text('<agent>', 'memories that this agent stored'),
      conversation: text('<id>', 'memories of this conversation'),
      from: text('<date>', 'stored on this day or later, for example 2026-01-31'),
      to: text('<date>', 'stored on this day or earlier'),
      reason: text('<text>', 'reason in the receipt; must not quote the memories'),
      dryRun: flag('show the memories without erasing them'),
      yes,
    },
    run: async (context, options, ids) => {
      const { from, to, reason, dryRun } = options;
      const filter = given({
        project_id: options.project,
        tags: options.tag,
        source_agent: options.by,
        conversation_id: options.conversation,
        date_range: from === undefined && to === undefined ? undefined : given({ from, to }),
      });
      const hasFilter = Object.keys(filter).length > 0;
      if (hasFilter === ids.length > 0) throw usageError('Expected either ids or filters');
      const target = hasFilter ? { filter } : { memory_ids: ids };
      const client = await context.memory();
      const { output } = context;
      const plan = await client.erase({ ...target, dry_run: true });
      if (dryRun) return output.answer(plan, () => showPlan(output, plan));
      if (plan.erased === 0) throw notFoundError('No memory has these ids or passes this filter');
      if (!options.yes) {
        showPlan(output, plan);
        await confirmByTyping(context, `erase ${plan.erased}`);
      }
      const erased = await context.progress.during('Erasing', () =>
        client.erase({ ...target, ...given({ reason }) }),
      );
      output.answer(erased, () => {
        output.say(green('Erased '), `${erased.erased} memories, receipt ${erased.receipt_id}`);
        showArchives(output, erased);
      });
    },
  });
  define(program, {
    line: 'erasures',
    summary: 'list the receipts of erasures, newest first',
    examples: ['anima erasures', 'anima erasures --json'],
    options: { limit: whole('<n>', 'maximum number of receipts; default 50', 1, 200) },
    run: async (context, { limit }) => {
      const answer = await (await context.memory()).erasures(given({ limit }));
      context.output.answer(answer, () =>
        context.output.table(
          answer.erasures.map(({ receipt_id, at, erased, reason, finished_at }) => [
            receipt_id,
            at.slice(0, 19).replace('T', ' '),
            `${erased} memories`,
            finished_at === null ? 'not finished' : safeLine(reason ?? ''),
          ]),
        ),
      );
    },
  });
  projectCommands(program, { define, group });
}

/** `projects list`, `rename`, `merge`, `delete`. */
function projectCommands(program: Command, { define, group }: ReturnType<CommandDefiners['calling']>): void {
  const projects = group(program, 'projects', {
    summary: 'list, rename, merge and delete projects',
    examples: ['anima projects list', 'anima projects rename web website'],
  });
  define(projects, {
    line: 'list',
    summary: 'list all projects with the number of their memories',
    examples: ['anima projects list --json'],
    run: async (context) => {
      const answer = await (await context.memory()).projects.list();
      context.output.answer(answer, () =>
        context.output.table(
          answer.projects.map(({ project_id, name, memories }) => [
            safeLine(name),
            `${memories} memories`,
            project_id,
          ]),
        ),
      );
    },
  });
  define(projects, {
    line: 'rename <project> <name>',
    summary: 'rename a project',
    examples: ['anima projects rename web website'],
    run: async (context, _options, project, name) => {
      const renamed = await (await context.memory()).projects.rename(project, name);
      context.output.answer(renamed, () =>
        context.output.say(green('Renamed '), `to ${safeLine(renamed.name)}`),
      );
    },
  });
  define(projects, {
    line: 'merge <project> <into>',
    summary: 'move all memories of a project to another one, and remove the first',
    examples: ['anima projects merge Web web'],
    run: async (context, _options, project, into) => {
      const merged = await (await context.memory()).projects.merge(project, into);
      context.output.answer(merged, () =>
        context.output.say(green('Merged '), `${merged.moved} memories into ${safeLine(merged.name)}`),
      );
    },
  });
  define(projects, {
    line: 'delete <project>',
    summary: 'delete a project without memories',
    examples: ['anima projects delete old', 'anima projects delete old --erase'],
    options: { erase: flag('erase the memories of the project permanently'), yes },
    run: async (context, { erase = false, yes }, project) => {
      const client = await context.memory();
      if (erase && !yes) {
        const plan = await client.erase({ filter: { project_id: project }, dry_run: true });
        showPlan(context.output, plan);
        await confirmByTyping(context, `erase ${plan.erased}`);
      }
      const deleted = await client.projects.delete(project, { erase });
      context.output.answer(deleted, () => {
        context.output.say(green('Deleted '), safeLine(deleted.name));
        if (deleted.erased > 0) context.output.say(dim(`  erased ${deleted.erased} memories`));
      });
    },
  });
}

function showPlan(output: Output, plan: ErasurePlan): void {
  output.say(bold(`${plan.erased} memories`));
  output.table(
    plan.memories.map(({ memory_id, cause, excerpt = '', project = null, created_at = '' }) => [
      `  ${memory_id}`,
      created_at.slice(0, 10),
      safeLine(project ?? '-'),
      safeLine(excerpt),
      CAUSES[cause],
    ]),
  );
  const more = plan.erased - plan.memories.length;
  if (more > 0) output.say(dim(`  and ${more} more`));
  for (const id of plan.unknown) output.say(yellow(`  no memory has the id ${id}`));
  for (const id of plan.restored)
    output.say(dim(`  ${id} becomes active again, because its merged memory is erased`));
  showArchives(output, plan);
}

function showArchives(output: Output, { archives }: Pick<ErasurePlan, 'archives'>): void {
  if (archives.length === 0) return;
  output.say(yellow('  These archives can still contain the memories:'));
  for (const { path, written_at } of archives)
    output.say(yellow(`    ${safeLine(path)} (${written_at.slice(0, 10)})`));
}
