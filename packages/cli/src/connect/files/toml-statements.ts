import { parse } from 'smol-toml';

/** A statement of a TOML document: the header of a table, or a key with its value. */
export interface TomlStatement {
  /** Offsets of its lines, including the line end. */
  start: number;
  end: number;
  /** Path of the table or the key from the root. */
  path: readonly string[];
  /** Offset after the equals sign; null for a header. */
  value: number | null;
}

/** An entry of an inline table. */
interface InlineEntry {
  /** Offset of the comma before it; of its first character if it is the first entry. */
  start: number;
  /** Offset of its first character, and the offset after its last one. */
  from: number;
  to: number;
  path: readonly string[];
}

/**
 * Splits a valid TOML document into its statements, in order. Comments and blank lines belong to no statement. The function
 * scans for the ends of strings and lists; smol-toml parses the keys.
 */
export function tomlStatements(text: string): TomlStatement[] {
  const statements: TomlStatement[] = [];
  let table: readonly string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    const first = skipBlanks(text, at);
    const character = text[first];
    if (character === undefined || character === '#' || character === '\n' || character === '\r') {
      at = nextLine(text, first);
    } else if (character === '[') {
      const close = closingBracket(text, first);
      const isList = text[first + 1] === '[';
      table = keyPath(text.slice(first + (isList ? 2 : 1), close - (isList ? 1 : 0)));
      at = nextLine(text, close);
      statements.push({ start, end: at, path: table, value: null });
    } else {
      const equals = equalsSign(text, first);
      at = endOfValue(text, equals + 1);
      statements.push({
        start,
        end: at,
        path: [...table, ...keyPath(text.slice(first, equals))],
        value: equals + 1,
      });
    }
  }
  return statements;
}

/**
 * Splits an inline table into its entries.
 * @param from Offset of the value.
 * @returns the offset after the opening brace, and the entries; null if the value is no inline table.
 */
export function inlineEntries(text: string, from: number): { open: number; entries: InlineEntry[] } | null {
  const brace = skipBlanks(text, from);
  if (text[brace] !== '{') return null;
  const open = brace + 1;
  const entries: InlineEntry[] = [];
  let comma: number | null = null;
  for (let start = open, depth = 0, at = open; at < text.length; ) {
    const character = text[at]!;
    if (depth === 0 && (character === ',' || character === '}')) {
      const whole = text.slice(start, at);
      const first = start + whole.length - whole.trimStart().length;
      const to = start + whole.trimEnd().length;
      if (first < to)
        entries.push({
          start: comma ?? first,
          from: first,
          to,
          path: keyPath(text.slice(first, equalsSign(text, first))),
        });
      if (character === '}') return { open, entries };
      comma = at;
      start = at + 1;
    }
    if (isQuote(character)) at = endOfString(text, at);
    else if (character === '#') at = nextLine(text, at);
    else {
      if (character === '[' || character === '{') depth++;
      else if (character === ']' || character === '}') depth--;
      at++;
    }
  }
  return { open, entries };
}

/** Parses a key such as `a."b.c".d`. */
function keyPath(key: string): string[] {
  const path: string[] = [];
  let value: unknown = parse(`${key.trim()} = 0`);
  while (typeof value === 'object' && value !== null) {
    const [[name, inner] = ['', null]] = Object.entries(value);
    path.push(name);
    value = inner;
  }
  return path;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/** Returns the offset of the bracket that ends a header. */
function closingBracket(text: string, from: number): number {
  let at = from;
  while (text[at] === '[') at++;
  while (at < text.length && text[at] !== ']') at = isQuote(text[at]) ? endOfString(text, at) : at + 1;
  return text[from + 1] === '[' ? at + 1 : at;
}

function equalsSign(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '=') at = isQuote(text[at]) ? endOfString(text, at) : at + 1;
  return at;
}

/** Returns the offset after the line in which a value ends. Lists and strings in three quotes can have several lines. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text[at]!;
    if (isQuote(character)) at = endOfString(text, at);
    else if (character === '#') at = text.indexOf('\n', at) === -1 ? text.length : text.indexOf('\n', at);
    else if (character === '\n' && depth === 0) return at + 1;
    else {
      if (character === '[' || character === '{') depth++;
      else if (character === ']' || character === '}') depth--;
      at++;
    }
  }
  return text.length;
}

const isQuote = (character: string | undefined): boolean => character === '"' || character === "'";

/** Returns the offset after a string of any of the four kinds. */
function endOfString(text: string, from: number): number {
  const quote = text[from]!;
  const isLong = text.startsWith(quote.repeat(3), from);
  const close = isLong ? quote.repeat(3) : quote;
  let at = from + close.length;
  while (at < text.length && !text.startsWith(close, at)) at += quote === '"' && text[at] === '\\' ? 2 : 1;
  at += close.length;
  // The text of a string in three quotes may itself end with one or two quotes.
  while (isLong && text[at] === quote) at++;
  return Math.min(at, text.length);
}
