import { AppError } from '../errors.js';
import type { Setting } from './setting.js';

type Spec = Record<string, Setting<unknown>>;

export type SettingValues<S extends Spec> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

export interface Settings<S extends Spec> {
  /** Reads the variables; reports all errors in one AppError. `warn` gets unknown names. */
  parse(env: Record<string, string | undefined>, warn?: (line: string) => void): SettingValues<S>;
  /** Formats the table of `--help`: name, default, meaning. */
  helpTable(): string;
}

const MAX_ECHO_LENGTH = 40;

/**
 * Defines all environment variables of a service. Warns of variables that start with one of `prefixes` and
 * are not defined: `MEMORY_API_TOKN` would otherwise leave a service open. Default prefixes: those of the
 * names, up to the first underscore. A setting is also read under its deprecated `formerName`; a value under the
 * current name has precedence.
 */
export function defineSettings<S extends Spec>(spec: S, options: { prefixes?: string[] } = {}): Settings<S> {
  const names = Object.keys(spec);
  const prefixes = options.prefixes ?? [...new Set(names.flatMap((name) => /^[A-Z]+_/.exec(name) ?? []))];
  return {
    parse: (env, warn = (line) => process.stderr.write(`${line}\n`)) => {
      const faults: string[] = [];
      const values = names.map((name) => {
        const setting = spec[name]!;
        const { formerName = name } = setting;
        const isFormer = formerName !== name && isSet(env[formerName]);
        if (isFormer) warn(`Setting ${formerName} is deprecated: use ${name}`);
        const source = isFormer && !isSet(env[name]) ? formerName : name;
        return [name, readSetting(source, setting, env[source], faults)];
      });
      const known = [...names, ...names.flatMap((name) => spec[name]!.formerName ?? [])];
      for (const line of unknownNames(Object.keys(env), known, prefixes)) warn(line);
      if (faults.length > 0)
        throw new AppError('invalid_configuration', ['Invalid settings:', ...faults].join('\n  '));
      return Object.fromEntries(values);
    },
    helpTable: () => helpTable(spec),
  };
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

function readSetting<T>(name: string, setting: Setting<T>, text: string | undefined, faults: string[]): T {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return setting.fallback;
  const value = setting.read(trimmed);
  if (value !== undefined) return value;
  const received =
    setting.secret || trimmed.length > MAX_ECHO_LENGTH ? 'something else' : JSON.stringify(trimmed);
  faults.push(`${name}: expected ${setting.expected}, received ${received}`);
  return setting.fallback;
}

function unknownNames(given: string[], known: string[], prefixes: string[]): string[] {
  return given
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)) && !known.includes(name))
    .map((name) => `Unknown setting ${name} is ignored; see --help for the settings there are`);
}

function helpTable(spec: Spec): string {
  const rows = Object.entries(spec).map(([name, { defaultText, help, expected, formerName }]) => [
    name,
    defaultText || '-',
    `${help} (${expected})${formerName === undefined ? '' : `; formerly ${formerName}`}`,
  ]);
  const width = (column: number) => Math.max(...rows.map((row) => row[column]!.length));
  const [first, second] = [width(0), width(1)];
  return rows
    .map(([name, value, help]) => `  ${name!.padEnd(first)}  ${value!.padEnd(second)}  ${help}`)
    .join('\n');
}
