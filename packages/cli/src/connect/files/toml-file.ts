import { parse, stringify, TomlError } from 'smol-toml';
import { ConnectError, endOfLine, type ToolFile } from './tool-file.js';

const BEGIN = '# >>> anima connect: taken out again by `anima disconnect`';
const END = '# <<< anima connect';

/** Settings in TOML: a table of ours at the end, between two marks; what stands before is not touched. */
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
      const ours = [BEGIN, stringify({ [group]: { [name]: table } }).trim(), END, ''].join('\n');
      const gap = before === '' ? '' : before.endsWith('\n') ? eol : eol + eol;
      const after = before + gap + ours.replaceAll('\n', eol);
      // A table that is written in one line cannot be added to.
      parsed(after);
      return after;
    },
    remove: (text, before) => {
      const begin = text.indexOf(BEGIN);
      const end = text.indexOf(END, begin);
      if (begin === -1 || end === -1) return text;
      const next = text.indexOf('\n', end);
      const head = text.slice(0, begin);
      const tail = next === -1 ? '' : text.slice(next + 1);
      // The empty line before ours came with it.
      const left = (tail === '' ? head.replace(/\r?\n$/, '') : head) + tail;
      return before === null && left.trim() === '' ? null : left;
    },
  };

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
