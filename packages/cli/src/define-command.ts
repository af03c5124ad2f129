import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AddressOptions } from './addresses.js';
import { type CommandIo, type Context, createContext } from './context.js';

export interface CommandSpec {
  summary: string;
  /** Whole lines, as they are typed. */
  examples: readonly string[];
  /** Whose address and token it takes. */
  speaksTo?: readonly ('memory' | 'avatar')[];
  options?: readonly Option[];
}

/** Resolves with an exit code where it is another than 0. */
export type CommandAction<Args extends unknown[], Options> = (
  context: Context,
  options: Options,
  ...args: Args
) => Promise<number | undefined>;

/** Adds commands to a program, and tells what the last one ended with. */
export interface CommandDefiner {
  define<Args extends unknown[], Options = object>(
    parent: Command,
    name: string,
    about: CommandSpec,
    work: CommandAction<Args, Options>,
  ): Command;
  /** A command that only has others. */
  group(parent: Command, name: string, about: CommandSpec): Command;
  exitCode(): number;
}

export function createCommandDefiner(house: CommandIo): CommandDefiner {
  let exitCode = 0;
  return {
    exitCode: () => exitCode,
    group: (parent, name, about) => described(parent.command(name), about),
    define: (parent, name, about, work) => {
      const command = described(parent.command(name), about);
      for (const option of about.options ?? []) command.addOption(option);
      command.option('--json', 'answer in JSON; problems are JSON on stderr');
      for (const service of about.speaksTo ?? [])
        for (const option of connectionOptions[service]) command.addOption(option());
      command.action(async (...given: unknown[]) => {
        const options = command.opts<AddressOptions & { json?: true }>();
        const args = given.slice(0, -2) as Parameters<typeof work> extends [unknown, unknown, ...infer Rest]
          ? Rest
          : never;
        const context = createContext(house, options);
        try {
          exitCode = (await work(context, options as never, ...(args as never))) ?? 0;
        } finally {
          context.progress.clear();
        }
      });
      return command;
    },
  };
}

function described(command: Command, { summary, examples }: CommandSpec): Command {
  return command
    .description(summary)
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
}

const GROUP = 'Connection:';
const connectionOptions = {
  memory: [
    () => new Option('--memory-url <url>', 'default: MEMORY_URL, else this machine').helpGroup(GROUP),
    () =>
      new Option(
        '--memory-token <token>',
        'default: MEMORY_API_TOKEN, which no process list shows',
      ).helpGroup(GROUP),
    () => new Option('--agent <id>', 'who calls; default: MEMORY_AGENT_ID, else cli').helpGroup(GROUP),
  ],
  avatar: [
    () => new Option('--avatar-url <url>', 'default: AVATAR_URL, else this machine').helpGroup(GROUP),
    () =>
      new Option(
        '--avatar-token <token>',
        'default: AVATAR_SERVICE_TOKEN, which no process list shows',
      ).helpGroup(GROUP),
  ],
};

/** An option with a number within bounds. */
export function numberOption(flags: string, description: string, min: number, max: number): Option {
  return new Option(flags, description).argParser((text) => {
    const number = Number(text);
    if (text.trim() !== '' && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a number from ${min} to ${max}.`);
  });
}

export function wholeOption(flags: string, description: string, min: number, max: number): Option {
  return new Option(flags, description).argParser((text) => {
    const number = Number(text);
    if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  });
}

/** An option that may be given again and again. */
export function listOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text, before: string[] | undefined) => [
    ...(before ?? []),
    text,
  ]);
}

/** A list whose items can also be separated by commas: for names that have none. */
export function commaListOption(flags: string, description: string): Option {
  return new Option(flags, `${description}; can be repeated or separated by commas`).argParser(
    (text, before: string[] | undefined) => [
      ...(before ?? []),
      ...text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ],
  );
}

/** Without the fields that nothing was given for. */
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
