import { parse, stringify, TomlError } from 'smol-toml';
import { tomlStatements } from './toml-statements.js';
import { ConnectError, endOfLine, type ToolFile } from './tool-file.js';

/** Lines that earlier versions wrote around their table. Codex puts tables of its own between them. */
const OLD_MARKS = /^# (?:>>>|<<<) anima connect.*(?:\r?\n|$)/gm;

/**
 * Settings in TOML: a table of ours at the end. It is found again by its name, wherever a tool has moved it and however it writes it; all
 * other content stays byte for byte.
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
          `${path} has a table ${at.join('.')} already, which anima connect did not write; rename or remove it first`,
        );
      const ours = `${stringify({ [group]: { [name]: table } })
        .trim()
        .replaceAll('\n\n', '\n')}\n`;
      const gap = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
      const after = before + gap + ours.replaceAll('\n', eol);
      // A table that is written in one line cannot be added to.
      parsed(after);
      return after;
    },
    remove: (text, before) => {
      parsed(text);
      const left = withoutStatements(text.replaceAll(OLD_MARKS, ''), isOurs);
      const rest = parsed(left)[group];
      if (isObject(rest) && Object.hasOwn(rest, name))
        throw new ConnectError(
          `${path} names ${at.join('.')} within another value; remove it by hand, nothing was written`,
        );
      return before === null && left.trim() === '' ? null : left;
    },
  };

  function isOurs(where: readonly string[]): boolean {
    return where[0] === group && where[1] === name;
  }

  function parsed(text: string): Record<string, unknown> {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      const [reason] = error.message.split('\n');
      throw new ConnectError(
        `Expected TOML in ${path}, received ${reason} at line ${error.line}, column ${error.column}; nothing was written`,
      );
    }
  }
}

/** Removes the statements of these paths, and the empty line that came with the first of them. */
function withoutStatements(text: string, isOurs: (path: readonly string[]) => boolean): string {
  const gap = endOfLine(text);
  let left = '';
  let from = 0;
  let isFirst = true;
  for (const { start, end, path } of tomlStatements(text)) {
    if (!isOurs(path)) continue;
    const kept = text.slice(from, start);
    const hasGap = isFirst && `${left}${kept}`.endsWith(gap + gap);
    // Empty lines between statements of ours are ours, too.
    if (isFirst || kept.trim() !== '') left += hasGap ? kept.slice(0, -gap.length) : kept;
    from = end;
    isFirst = false;
  }
  return left + text.slice(from);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
