import type { Memory, MemoryFilter } from '@anima/client';
import { type Command, Option } from 'commander';
import type { CommandDefiner } from '../define-command.js';
import { commaListOption, given, numberOption, wholeOption } from '../define-command.js';
import { textOf } from '../read-text.js';
import { dim, green, yellow } from '../terminal/output.js';
import { showMemory } from './show-memory.js';

const types = ['decision', 'error', 'pattern', 'entity', 'preference', 'context', 'fact'] as const;

interface FilterOptions {
  project?: string;
  type?: (typeof types)[number];
  tag?: string[];
  by?: string;
  minImportance?: number;
  from?: string;
  to?: string;
  archived?: true;
}

const typeOption = () => new Option('--type <type>', 'what kind of memory').choices(types);
const filterOptions = () => [
  new Option('--project <name>', 'only of this project, by name or id'),
  typeOption(),
  commaListOption('--tag <tag>', 'only memories with this tag'),
  new Option('--by <agent>', 'only what this agent wrote'),
  numberOption('--min-importance <n>', 'from 0 to 1', 0, 1),
  new Option('--from <date>', 'stored on this day or later, as 2026-01-31'),
  new Option('--to <date>', 'stored on this day or before'),
  new Option('--archived', 'forgotten ones too'),
];

function filterOf(options: FilterOptions): { filter?: MemoryFilter } {
  const { project, type, tag, by, minImportance, from, to, archived } = options;
  const filter = given({
    project_id: project,
    memory_type: type,
    tags: tag,
    source_agent: by,
    min_importance: minImportance,
    include_archived: archived,
    date_range: from === undefined && to === undefined ? undefined : given({ from, to }),
  });
  return Object.keys(filter).length === 0 ? {} : { filter };
}

/** `remember`, `recall`, `search`, `get`, `forget`. */
export function memoryCommands(program: Command, { define }: CommandDefiner): void {
  const speaksTo = ['memory'] as const;

  define<
    [string[]],
    { type?: (typeof types)[number]; project?: string; importance?: number; tag?: string[]; ttl?: number }
  >(
    program,
    'remember [text...]',
    {
      summary: 'store a memory',
      examples: [
        'anima remember "We deploy on Fridays" --type decision --project web',
        'git log -1 --format=%B | anima remember - --type context',
      ],
      speaksTo,
      options: [
        typeOption(),
        new Option('--project <name>', 'the project it belongs to; made on first use'),
        numberOption('--importance <n>', 'from 0 to 1; default .5', 0, 1),
        commaListOption('--tag <tag>', 'a tag of the memory'),
        wholeOption('--ttl <seconds>', 'forgotten after this time', 1, 315_360_000),
      ],
    },
    async (context, { type = 'fact', project, importance, tag, ttl }, words) => {
      const content = await textOf(words, context);
      const memory = await (await context.memory()).remember({
        ...{ content, type },
        ...given({ project, importance, tags: tag, ttl_seconds: ttl }),
      });
      const { output } = context;
      output.answer(memory, () => {
        output.say(green('Remembered '), memory.memory_id);
        for (const { memory_id, similarity } of memory.similar)
          output.say(dim(`  much like ${memory_id} (${Math.round(similarity * 100)} %)`));
        for (const { memory_id, reason } of memory.conflicts)
          output.say(yellow(`  contradicts ${memory_id} (${reason}); see: anima get ${memory_id}`));
        for (const { message } of memory.warnings ?? []) output.say(yellow(`  ${message}`));
      });
      return undefined;
    },
  );

  define<[string[]], FilterOptions & { limit?: number }>(
    program,
    'recall [question...]',
    {
      summary: 'the memories most relevant to a question, best first',
      examples: [
        'anima recall "when do we deploy?"',
        'anima recall deployment --project web --limit 3 --json',
      ],
      speaksTo,
      options: [wholeOption('--limit <n>', 'at most so many; default 10', 1, 200), ...filterOptions()],
    },
    async (context, { limit = 10, ...filter }, words) => {
      const answer = await (await context.memory()).recall(await textOf(words, context), {
        limit,
        ...filterOf(filter),
      });
      const { output } = context;
      output.answer(answer, () => {
        for (const memory of answer.memories) showMemory(output, memory);
        if (answer.memories.length === 0) output.note('No memory passes the filter.');
      });
      return undefined;
    },
  );

  define<[string[]], FilterOptions & { page?: number; pageSize?: number }>(
    program,
    'search [words...]',
    {
      summary: 'all memories that pass the filter, most relevant first, page by page',
      examples: ['anima search deploy --type decision', 'anima search deploy --page 2 --page-size 50 --json'],
      speaksTo,
      options: [
        wholeOption('--page <n>', 'default 1', 1, 1_000_000),
        wholeOption('--page-size <n>', 'default 20', 1, 200),
        ...filterOptions(),
      ],
    },
    async (context, { page = 1, pageSize = 20, ...filter }, words) => {
      const answer = await (await context.memory()).search(await textOf(words, context), {
        ...{ page, page_size: pageSize },
        ...filterOf(filter),
      });
      const { output } = context;
      output.answer(answer, () => {
        for (const memory of answer.results) showMemory(output, memory);
        output.note(dim(`Page ${answer.page} of ${answer.total_pages}, ${answer.total} memories`));
      });
      return undefined;
    },
  );

  define<[string], { archived?: true }>(
    program,
    'get <id>',
    {
      summary: 'one memory, whole',
      examples: ['anima get 01a20559-927a-7922-ac04-0725237f6317'],
      speaksTo,
      options: [new Option('--archived', 'also where it is forgotten')],
    },
    async (context, { archived = false }, id) => {
      const memory = await (await context.memory()).get(id, { include_archived: archived });
      context.output.answer(memory, () => showMemory(context.output, memory));
      return undefined;
    },
  );

  define<[string[]], { restore?: true }>(
    program,
    'forget <id...>',
    {
      summary: 'archive memories: found no more, and kept',
      examples: [
        'anima forget 01a20559-927a-7922-ac04-0725237f6317',
        'anima forget --restore 01a20559-927a-7922-ac04-0725237f6317',
      ],
      speaksTo,
      options: [new Option('--restore', 'take that back')],
    },
    async (context, { restore = false }, ids) => {
      const client = await context.memory();
      const memories: Memory[] = [];
      for (const id of ids) memories.push(await (restore ? client.restore(id) : client.forget(id)));
      const { output } = context;
      output.answer({ memories }, () => {
        for (const { memory_id } of memories)
          output.say(green(restore ? 'Restored ' : 'Forgotten '), memory_id);
      });
      return undefined;
    },
  );
}
