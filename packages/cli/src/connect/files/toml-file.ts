import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError, type TomlTable } from 'smol-toml';
import { inlineEntries, tomlStatements } from './toml-statements.js';
import { ConnectError, endOfLine, type ToolFile } from './tool-file.js';

/** Lines that earlier versions wrote before and after their table. Codex may write its own tables between them. */
const OLD_MARKS = /^# (?:>>>|<<<) anima connect.*(?:\r?\n|$)/gm;

/**
 * Settings in TOML with one table of Anima at the end. The table is found by its name, in any place and form that a tool may
 * have written it in; all other text stays bit-identical.
 */
export function tomlTable(options: {
  path: string;
  what: string;
  at: readonly [string, string];
  table: Record<string, unknown>;
}): ToolFile {
  const { path, what, at, table } = options;
  const [group, name] = at;
  return {
    path,
    what,
    add: (text) => {
      const before = text ?? '';
      const eol = endOfLine(before);
      const tables = parsed(before)[group];
      if (isObject(tables) && Object.hasOwn(tables, name))
        throw new ConnectError(
          `${path} already has a table ${at.join('.')} that anima connect did not write. Rename or remove it first`,
        );
      const inline = inlineGroup(before, group);
      if (inline !== null) {
        const after = withInlineEntry(before, inline, `${name} = ${inlineValue(table)}`);
        assertSame(parsed(after), { ...parsed(before), [group]: { ...(tables as object), [name]: table } });
        return after;
      }
      const ours = `${stringify({ [group]: { [name]: table } })
        .trim()
        .replaceAll('\n\n', '\n')}\n`;
      const gap = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
      const after = before + gap + ours.replaceAll('\n', eol);
      assertSame(parsed(after), {
        ...parsed(before),
        [group]: { ...(isObject(tables) ? tables : {}), [name]: table },
      });
      return after;
    },
    remove: (text, before) => {
      const { [group]: tables, ...others } = parsed(text);
      let left = withoutStatements(text, isOurs);
      left = withoutInlineEntries(left, group, name);
      if (isObject(tables)) {
        const { [name]: _ours, ...rest } = tables;
        assertSame(withoutEmpty(parsed(left)), withoutEmpty({ ...others, [group]: rest }));
      }
      // `add` added a missing line end at the end of the file.
      const isUnchanged = before !== null && !before.endsWith('\n') && left === before + endOfLine(before);
      if (isUnchanged) return before;
      return before === null && left.trim() === '' ? null : left;
    },
  };

  function isOurs(where: readonly string[]): boolean {
    return where[0] === group && where[1] === name;
  }

  /** Omits a table without servers. */
  function withoutEmpty({ [group]: tables, ...others }: Record<string, unknown>): Record<string, unknown> {
    const isEmpty = tables === undefined || (isObject(tables) && Object.keys(tables).length === 0);
    return isEmpty ? others : { ...others, [group]: tables };
  }

  function assertSame(received: Record<string, unknown>, expected: Record<string, unknown>): void {
    if (isDeepStrictEqual(plain(received), plain(expected))) return;
    throw new ConnectError(
      `${path} contains ${group} in a form that cannot be edited safely. The file is unchanged; edit ${at.join('.')} by hand`,
    );
  }

  function parsed(text: string): Record<string, unknown> {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      const [reason] = error.message.split('\n');
      throw new ConnectError(
        `Expected TOML in ${path}, received ${reason} at line ${error.line}, column ${error.column}. The file is unchanged`,
      );
    }
  }
}

/** Removes statements at these paths and the marks of earlier versions, with the empty line before the first of them. */
function withoutStatements(text: string, isOurs: (path: readonly string[]) => boolean): string {
  let left = '';
  let from = 0;
  let isFirst = true;
  for (const { start, end } of spansOf(text, isOurs)) {
    const between = text.slice(from, start);
    // Empty lines between statements of Anima are removed, too.
    if (isFirst) left += between.replace(/(^|\n)\r?\n$/, '$1');
    else if (between.trim() !== '') left += between;
    from = end;
    isFirst = false;
  }
  return left + text.slice(from);
}

function spansOf(
  text: string,
  isOurs: (path: readonly string[]) => boolean,
): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let from = 0;
  const addMarks = (to: number) => {
    for (const { 0: mark, index } of text.slice(from, to).matchAll(OLD_MARKS))
      spans.push({ start: from + index, end: from + index + mark.length });
  };
  for (const { start, end, path } of tomlStatements(text)) {
    addMarks(start);
    if (isOurs(path)) spans.push({ start, end });
    from = end;
  }
  addMarks(text.length);
  return spans;
}

/** Returns the entries of a group of tables that is an inline table; null for other forms. */
function inlineGroup(text: string, group: string): ReturnType<typeof inlineEntries> {
  const statement = tomlStatements(text).find(
    ({ path, value }) => value !== null && isDeepStrictEqual(path, [group]),
  );
  return statement === undefined ? null : inlineEntries(text, statement.value!);
}

function withInlineEntry(
  text: string,
  { open, entries }: NonNullable<ReturnType<typeof inlineEntries>>,
  entry: string,
): string {
  const last = entries.at(-1);
  if (last !== undefined) return `${text.slice(0, last.to)}, ${entry}${text.slice(last.to)}`;
  const close = text.indexOf('}', open);
  return text.slice(0, close) + entry + text.slice(close);
}

function withoutInlineEntries(text: string, group: string, name: string): string {
  const { entries = [] } = inlineGroup(text, group) ?? {};
  const isOurs = entries.map(({ path }) => path[0] === name);
  const firstOther = isOurs.indexOf(false);
  let left = '';
  let from = 0;
  for (const [index, entry] of entries.entries()) {
    if (!isOurs[index]) continue;
    // Removes the comma after an entry of Anima at the beginning, and the comma before any later entry of Anima.
    const isLeading = index < firstOther;
    left += text.slice(from, isLeading || index === 0 ? entry.from : entry.start);
    from = isLeading ? entries[index + 1]!.from : entry.to;
  }
  return left + text.slice(from);
}

/** Writes a value on one line. */
function inlineValue(value: unknown): string {
  if (!isObject(value))
    return stringify({ x: value } as TomlTable)
      .trim()
      .slice('x = '.length);
  const entries = Object.entries(value).map(([key, inner]) => {
    const [name = ''] = stringify({ [key]: 0 }).split(' = 0');
    return `${name} = ${inlineValue(inner)}`;
  });
  return `{ ${entries.join(', ')} }`;
}

/** Converts tables to maps: the parser creates objects without a prototype, which compare as different. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value) && !(value instanceof Date)
    ? new Map(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
    : value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
