import type { Memory, MemoryFilter } from '@anima/client';
import type { Command } from 'commander';
import {
  type CommandDefiners,
  choice,
  commaList,
  flag,
  given,
  number,
  type OptionValues,
  text,
  whole,
} from '../define-command.js';
import { textOf } from '../read-text.js';
import { bold, dim, green, type Output, yellow } from '../terminal/output.js';
import { safeLine } from '../terminal/safe-text.js';

const types = ['decision', 'error', 'pattern', 'entity', 'preference', 'context', 'fact'] as const;
const MAX_TTL_SECONDS = 315_360_000;
const EXAMPLE_ID = '01a20559-927a-7922-ac04-0725237f6317';

const type = choice('<type>', 'type of memory', types);
const filterOptions = {
  project: text('<name>', 'only memories of this project, by name or id'),
  type,
  tag: commaList('<tag>', 'only memories with this tag'),
  by: text('<agent>', 'only memories that this agent stored'),
  minImportance: number('<n>', 'minimum importance from 0 to 1', 0, 1),
  from: text('<date>', 'stored on this day or later, for example 2026-01-31'),
  to: text('<date>', 'stored on this day or earlier'),
  archived: flag('include archived memories'),
};

function filterOf(options: OptionValues<typeof filterOptions>): { filter?: MemoryFilter } {
  const { from, to } = options;
  const filter = given({
    project_id: options.project,
    memory_type: options.type,
    tags: options.tag,
    source_agent: options.by,
    min_importance: options.minImportance,
    include_archived: options.archived,
    date_range: from === undefined && to === undefined ? undefined : given({ from, to }),
  });
  return Object.keys(filter).length === 0 ? {} : { filter };
}

/** `remember`, `recall`, `search`, `get`, `forget`. */
export function memoryCommands(program: Command, definers: CommandDefiners): void {
  const { define } = definers.calling('memory');
  define(program, {
    line: 'remember [text...]',
    summary: 'store a memory',
    examples: [
      'anima remember "We deploy on Fridays" --type decision --project web',
      'git log -1 --format=%B | anima remember - --type context',
    ],
    options: {
      type,
      project: text('<name>', 'project of the memory; created on first use'),
      importance: number('<n>', 'from 0 to 1; default 0.5', 0, 1),
      tag: commaList('<tag>', 'tag of the memory'),
      ttl: whole('<seconds>', 'time after which the memory is archived', 1, MAX_TTL_SECONDS),
    },
    run: async (context, { type = 'fact', project, importance, tag, ttl }, words) => {
      const content = await textOf(words, context);
      const memory = await (await context.memory()).remember({
        ...{ content, type },
        ...given({ project, importance, tags: tag, ttl_seconds: ttl }),
      });
      const { output } = context;
      output.answer(memory, () => {
        output.say(green('Stored '), memory.memory_id);
        for (const { memory_id, similarity } of memory.similar)
          output.say(dim(`  similar to ${memory_id} (${Math.round(similarity * 100)} %)`));
        for (const { memory_id, reason } of memory.conflicts)
          output.say(yellow(`  contradicts ${memory_id} (${reason}); see: anima get ${memory_id}`));
        for (const { message } of memory.warnings ?? []) output.say(yellow(`  ${message}`));
      });
    },
  });
  define(program, {
    line: 'recall [question...]',
    summary: 'list the memories most relevant to a question, best first',
    examples: ['anima recall "when do we deploy?"', 'anima recall deployment --project web --limit 3 --json'],
    options: { limit: whole('<n>', 'maximum number of memories; default 10', 1, 200), ...filterOptions },
    run: async (context, { limit = 10, ...filter }, words) => {
      const answer = await (await context.memory()).recall(await textOf(words, context), {
        limit,
        ...filterOf(filter),
      });
      const { output } = context;
      output.answer(answer, () => {
        for (const memory of answer.memories) showMemory(output, memory);
        if (answer.memories.length === 0) output.note('No memory passes the filter.');
      });
    },
  });
  define(program, {
    line: 'search [words...]',
    summary: 'list all memories that pass the filter, most relevant first, by page',
    examples: ['anima search deploy --type decision', 'anima search deploy --page 2 --page-size 50 --json'],
    options: {
      page: whole('<n>', 'default 1', 1, 1_000_000),
      pageSize: whole('<n>', 'default 20', 1, 200),
      ...filterOptions,
    },
    run: async (context, { page = 1, pageSize = 20, ...filter }, words) => {
      const answer = await (await context.memory()).search(await textOf(words, context), {
        ...{ page, page_size: pageSize },
        ...filterOf(filter),
      });
      const { output } = context;
      output.answer(answer, () => {
        for (const memory of answer.results) showMemory(output, memory);
        output.note(dim(`Page ${answer.page} of ${answer.total_pages}, ${answer.total} memories`));
      });
    },
  });
  define(program, {
    line: 'get <id>',
    summary: 'show one memory',
    examples: [`anima get ${EXAMPLE_ID}`],
    options: { archived: flag('show the memory also if it is archived') },
    run: async (context, { archived = false }, id) => {
      const memory = await (await context.memory()).get(id, { include_archived: archived });
      context.output.answer(memory, () => showMemory(context.output, memory));
    },
  });
  define(program, {
    line: 'forget <id...>',
    summary: 'archive memories: search no longer finds them, and they can be restored',
    examples: [`anima forget ${EXAMPLE_ID}`, `anima forget --restore ${EXAMPLE_ID}`],
    options: { restore: flag('restore archived memories') },
    run: async (context, { restore = false }, ids) => {
      const client = await context.memory();
      const memories: Memory[] = [];
      for (const id of ids) memories.push(await (restore ? client.restore(id) : client.forget(id)));
      const { output } = context;
      output.answer({ memories }, () => {
        for (const { memory_id } of memories)
          output.say(green(restore ? 'Restored ' : 'Archived '), memory_id);
      });
    },
  });
}

interface ListedMemory extends Memory {
  score?: number;
  contradicts?: readonly { memory_id: string; newest: boolean }[];
}

/** Prints the id, the properties and the text of a memory. */
function showMemory({ say, block }: Output, memory: ListedMemory): void {
  const { memory_id, type, score, project, state, tags, created_at, speaker } = memory;
  const properties = [
    type,
    ...(project === null ? [] : [`project ${project}`]),
    ...(speaker === null ? [] : [`said by ${speaker}`]),
    ...(tags.length === 0 ? [] : [tags.map((tag) => `#${tag}`).join(' ')]),
    created_at.slice(0, 10),
    ...(state === 'archived' ? ['archived'] : []),
  ];
  say(
    bold(memory_id),
    dim(`  ${score === undefined ? '' : `${score.toFixed(2)}  `}${safeLine(properties.join(', '))}`),
  );
  block(memory.content, 2);
  for (const { memory_id: other, newest } of memory.contradicts ?? [])
    say(yellow(`  contradicts ${other}, which is ${newest ? 'newer' : 'older'}`));
}
