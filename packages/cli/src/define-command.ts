import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AddressOptions } from './addresses.js';
import { type CommandIo, type Context, createContext } from './context.js';

/** An option without its name, which is its key in a command: `dryRun` becomes `--dry-run`. */
export interface OptionSpec<Value> {
  /** Placeholder of the value; absent for a flag. */
  readonly value?: string;
  readonly description: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
  readonly conflicts?: string;
  parse?(text: string, before: Value): Value;
}

type OptionSpecs = Readonly<Record<string, OptionSpec<unknown>>>;
/** The values of the options of a command. */
export type OptionValues<Specs> = {
  [Name in keyof Specs]: Specs[Name] extends OptionSpec<infer Value> ? Value : never;
};

interface Description {
  summary: string;
  /** Command lines. */
  examples: readonly string[];
}

/** A command. Its line has the name and the arguments, as `get <id>`. */
export interface CommandTable<Line, Specs> extends Description {
  line: Line;
  options?: Specs;
  run: Action<Line, Specs>;
}

type ArgumentOf<Word> = Word extends `${string}...${string}`
  ? string[]
  : Word extends `<${string}`
    ? string
    : string | undefined;
/** The arguments that a command line such as `store <question> [answer...]` declares. */
type ArgumentsOf<Line> = Line extends `${string} ${infer First} ${infer Second}`
  ? [ArgumentOf<First>, ArgumentOf<Second>]
  : Line extends `${string} ${infer Only}`
    ? [ArgumentOf<Only>]
    : [];

/** Runs a command; resolves with the exit code, or with nothing for 0. */
type Action<Line, Specs> = (
  context: Context,
  options: OptionValues<Specs>,
  ...args: ArgumentsOf<Line>
) => Promise<void> | Promise<number | undefined>;

/** Adds commands that call these services to a program. */
export interface CommandDefiner {
  define<const Line extends string, const Specs extends OptionSpecs>(
    parent: Command,
    spec: CommandTable<Line, Specs>,
  ): Command;
  /** Adds a command that has subcommands only. */
  group(parent: Command, name: string, description: Description): Command;
}

export interface CommandDefiners {
  /** Returns a definer whose commands have options for the addresses and tokens of these services. */
  calling(...services: ('memory' | 'avatar')[]): CommandDefiner;
  /** The exit code of the last command. */
  exitCode(): number;
}

export function createCommandDefiners(house: CommandIo): CommandDefiners {
  let exitCode = 0;
  const define =
    (services: readonly ('memory' | 'avatar')[]): CommandDefiner['define'] =>
    (parent, spec) => {
      const command = described(parent.command(spec.line), spec);
      for (const [name, each] of Object.entries(spec.options ?? {})) command.addOption(toOption(name, each));
      command.option('--json', 'print JSON; errors are JSON on stderr');
      for (const service of services)
        for (const [flags, text] of connectionOptions[service])
          command.addOption(new Option(flags, text).helpGroup('Connection:'));
      return command.action(async (...given: unknown[]) => {
        const options = command.opts<AddressOptions & { json?: true }>();
        const context = createContext(house, options);
        const own = Object.keys(spec.options ?? {}).map((name) => [name, options[name as never]]);
        const args = given.slice(0, -2) as ArgumentsOf<typeof spec.line>;
        try {
          exitCode = (await spec.run(context, Object.fromEntries(own) as never, ...args)) ?? 0;
        } finally {
          context.progress.clear();
        }
      });
    };
  return {
    exitCode: () => exitCode,
    calling: (...services) => ({
      define: define(services),
      group: (parent, name, options) => described(parent.command(name), options),
    }),
  };
}

function described(command: Command, { summary, examples }: Description): Command {
  return command
    .description(summary)
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
}

function toOption(name: string, spec: OptionSpec<unknown>): Option {
  const { value, description, short, choices, isRequired = false, conflicts, parse } = spec;
  const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const flags = [short === undefined ? long : `${short}, ${long}`, ...(value === undefined ? [] : [value])];
  const option = new Option(flags.join(' '), description).makeOptionMandatory(isRequired);
  if (choices !== undefined) option.choices(choices);
  if (parse !== undefined) option.argParser(parse);
  return conflicts === undefined ? option : option.conflicts(conflicts);
}

const connectionOptions = {
  memory: [
    ['--memory-url <url>', 'address of the memory service; default: MEMORY_URL, else this machine'],
    ['--memory-token <token>', 'default: MEMORY_API_TOKEN, which process lists do not show'],
    ['--agent <id>', 'id of the calling agent; default: MEMORY_AGENT_ID, else cli'],
  ],
  avatar: [
    ['--avatar-url <url>', 'address of the avatar service; default: AVATAR_URL, else this machine'],
    ['--avatar-token <token>', 'default: AVATAR_SERVICE_TOKEN, which process lists do not show'],
  ],
} as const;

type More = Pick<OptionSpec<unknown>, 'short' | 'conflicts'>;

export const flag = (description: string, more: More = {}): OptionSpec<true | undefined> => ({
  description,
  ...more,
});

export const text = (
  value: string,
  description: string,
  more: More = {},
): OptionSpec<string | undefined> => ({ value, description, ...more });

export const choice = <const Choice extends string>(
  value: string,
  description: string,
  choices: readonly Choice[],
): OptionSpec<Choice | undefined> => ({ value, description, choices });

export const required = <Value>(option: OptionSpec<Value | undefined>): OptionSpec<Value> =>
  ({ ...option, isRequired: true }) as OptionSpec<Value>;

/** A number between two bounds, which are included. */
export const number = (
  value: string,
  description: string,
  min: number,
  max: number,
  { isWhole = false } = {},
): OptionSpec<number | undefined> => ({
  value,
  description,
  parse: (written) => {
    const parsed = Number(written);
    const isNumber = written.trim() !== '' && (!isWhole || Number.isInteger(parsed));
    if (isNumber && parsed >= min && parsed <= max) return parsed;
    throw new InvalidArgumentError(`Expected a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`);
  },
});

export const whole = (value: string, description: string, min: number, max: number) =>
  number(value, description, min, max, { isWhole: true });

/** An option that can be repeated. */
export const list = (value: string, description: string): OptionSpec<string[] | undefined> => ({
  value,
  description: `${description}; can be repeated`,
  parse: (written, before) => [...(before ?? []), written],
});

/** A list whose items can also be separated by commas: for names that contain no comma. */
export const commaList = (value: string, description: string): OptionSpec<string[] | undefined> => ({
  value,
  description: `${description}; can be repeated or separated by commas`,
  parse: (written, before) => [
    ...(before ?? []),
    ...written
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ],
});

/** Returns the fields that are not undefined. */
export function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
