import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { readPostgresUrl } from './postgres-url.js';

/** An environment variable: how it is read, and its row in the table of `--help`. */
export interface Setting<T> {
  /** "an integer from 0 to 65535", for the table and for messages. */
  expected: string;
  help: string;
  /** Shown in the table; never the value of a secret. */
  defaultText: string;
  fallback: T;
  secret: boolean;
  /** Deprecated name of the variable, which is still read. */
  formerName?: string;
  /** Parses the text; undefined if it is invalid. */
  read(text: string): T | undefined;
  /** Rule of a value of another type than text, such as a setting that changes over HTTP. */
  rule?: SettingRule;
}

export type SettingRule =
  | { type: 'integer' | 'number'; minimum: number; maximum: number }
  | { type: 'choice'; values: string[] };

/** Whether a value that is not text, such as one of a JSON file, fulfils the rule of a setting. */
export function fulfils(rule: SettingRule, value: unknown): boolean {
  if (rule.type === 'choice') return typeof value === 'string' && rule.values.includes(value);
  if (typeof value !== 'number' || !(value >= rule.minimum && value <= rule.maximum)) return false;
  return rule.type === 'number' || Number.isInteger(value);
}

interface Options<T> {
  help: string;
  default?: T;
  /** Replaces the default in the table, such as `~/.anima/memory`. */
  defaultText?: string;
  /** Deprecated name of the variable, which is still read. */
  formerName?: string;
}
interface Range {
  min?: number;
  max?: number;
}

// A setting without a default may be undefined.
type ValueOf<O, T> = O extends { default: T } ? T : T | undefined;

export function stringSetting<const O extends Options<string>>(options: O): Setting<ValueOf<O, string>> {
  return setting(options, 'text', (text) => text);
}

/** A string that is shown nowhere: not in messages, not in the table. */
export function secretSetting<const O extends Options<string> & { minBytes?: number }>(
  options: O,
): Setting<ValueOf<O, string>> {
  const { minBytes = 0 } = options;
  const expected = minBytes > 0 ? `text of at least ${minBytes} bytes, kept secret` : 'text, kept secret';
  return {
    ...setting<O, string>(options, expected, (text) =>
      Buffer.byteLength(text) >= minBytes ? text : undefined,
    ),
    secret: true,
    defaultText: '',
  };
}

/**
 * Creates a setting for the URL of an engine with credentials, which is never shown. `schemes` are the
 * accepted ones, such as `postgresql`; `example` shows the form.
 */
export function engineUrlSetting(options: {
  schemes: readonly string[];
  example: string;
  help: string;
}): Setting<string | undefined> {
  const { schemes, example, help } = options;
  const read = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && url.hostname !== '' && schemes.includes(url.protocol.slice(0, -1))
      ? text
      : undefined;
  };
  return {
    ...setting<Options<string>, string>(
      { help, defaultText: 'none' },
      `a URL as ${example}, kept secret`,
      read,
    ),
    secret: true,
  };
}

/** Creates a secret setting for a libpq connection URI with one host or Unix socket. */
export function postgresUrlSetting({ help }: { help: string }): Setting<string | undefined> {
  const expected = 'a URL as postgresql://user:password@host:5432/database, kept secret';
  const read = (text: string) => readPostgresUrl(text) ?? undefined;
  const options: Options<string> = { help, defaultText: 'none' };
  return { ...setting<Options<string>, string>(options, expected, read), secret: true };
}

export function integerSetting<const O extends Options<number> & Range>(
  options: O,
): Setting<ValueOf<O, number>> {
  return setting(
    options,
    `an integer${rangeText(options)}`,
    (text) =>
      /^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text))
        ? inRange(Number(text), options)
        : undefined,
    ruleOf('integer', options),
  );
}

export function numberSetting<const O extends Options<number> & Range>(
  options: O,
): Setting<ValueOf<O, number>> {
  return setting(
    options,
    `a number${rangeText(options)}`,
    (text) =>
      /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? inRange(Number(text), options) : undefined,
    ruleOf('number', options),
  );
}

export function booleanSetting<const O extends Options<boolean>>(options: O): Setting<ValueOf<O, boolean>> {
  const words: Record<string, boolean> = {
    true: true,
    1: true,
    yes: true,
    on: true,
    false: false,
    0: false,
    no: false,
    off: false,
  };
  return setting(options, 'true or false', (text) => words[text.toLowerCase()]);
}

export function enumSetting<
  const V extends string,
  const O extends { help: string; values: readonly V[]; default?: NoInfer<V> },
>(
  options: O & { values: readonly V[] },
): Setting<ValueOf<O, V> extends infer R ? (undefined extends R ? V | undefined : V) : never> {
  type Value = ValueOf<O, V> extends infer R ? (undefined extends R ? V | undefined : V) : never;
  const read = (text: string) => options.values.find((value) => value === text);
  const rule: SettingRule = { type: 'choice', values: [...options.values] };
  return setting<Options<string>, string>(options, options.values.join(', '), read, rule) as Setting<Value>;
}

/** A path, absolute in the end: `~` is the user's home, a relative path starts at the working directory. */
export function pathSetting<const O extends Options<string>>(options: O): Setting<ValueOf<O, string>> {
  return setting(options, 'a path', absolutePath);
}

/** Paths separated as in PATH (`:`, on Windows `;`). */
export function pathListSetting<const O extends Options<string[]>>(
  options: O,
): Setting<ValueOf<O, string[]>> {
  return setting(options, `paths separated by ${delimiter}`, (text) =>
    text
      .split(delimiter)
      .filter((path) => path.trim() !== '')
      .map(absolutePath),
  );
}

/** Origins as browsers send them, exactly: a scheme, a host and its port, and nothing behind. Separated by blanks or commas. */
export function originListSetting<const O extends Options<string[]>>(
  options: O,
): Setting<ValueOf<O, string[]>> {
  return setting(options, 'origins such as https://example.org, separated by blanks or commas', (text) => {
    const origins = text.split(/[ ,]/).filter((part) => part !== '');
    return origins.every(isOrigin) ? origins : undefined;
  });
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** In milliseconds, written with a unit: `250ms`, `90s`, `5m`, `24h`, `7d`. */
export function durationSetting<const O extends Options<number> & Range>(
  options: O,
): Setting<ValueOf<O, number>> {
  const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  const bounds = options.min === undefined && options.max === undefined ? '' : `,${rangeText(options)} ms`;
  return setting(options, `a duration as 250ms, 90s, 5m, 24h or 7d${bounds}`, (text) => {
    const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
    return unit === undefined ? undefined : inRange(Number(count) * units[unit]!, options);
  });
}

function setting<O extends Options<T>, T>(
  options: O,
  expected: string,
  read: (text: string) => T | undefined,
  rule?: SettingRule,
): Setting<ValueOf<O, T>> {
  const { default: fallback, help } = options;
  const shown = Array.isArray(fallback)
    ? fallback.join(delimiter)
    : fallback === undefined
      ? ''
      : String(fallback);
  const built: Setting<T | undefined> = {
    expected,
    help,
    defaultText: options.defaultText ?? shown,
    fallback,
    secret: false,
    read,
    ...(rule && { rule }),
    ...(options.formerName !== undefined && { formerName: options.formerName }),
  };
  return built as Setting<ValueOf<O, T>>;
}

function absolutePath(text: string): string {
  return /^~(?=$|[/\\])/.test(text) ? join(homedir(), text.slice(1)) : resolve(text);
}

function inRange(value: number, { min = -Infinity, max = Infinity }: Range): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

function ruleOf(type: 'integer' | 'number', { min = -Infinity, max = Infinity }: Range): SettingRule {
  return { type, minimum: min, maximum: max };
}

function rangeText({ min, max }: Range): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}
