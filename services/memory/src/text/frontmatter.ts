import { Lexer, parse } from 'yaml';

/** Frontmatter nests far less than this, and the parser can follow ten times as many levels. */
const MAX_DEPTH = 100;
const MAX_COLUMNS = 400;
/** Matches the indentation and the markers of lists, keys and values before the first word. */
const INDENTATION = /^[ \t?:-]*/gm;

/**
 * Throws if YAML may be nested deeper than the parser can follow. The parser recurses for each level, and a
 * stack overflow inside a regular expression ends the process without an exception. Call this before parsing
 * untrusted YAML.
 *
 * Brackets are counted in the tokens of the parser, so brackets in strings and comments do not count. A level
 * of block style takes at least one column, or shares the column of its parent if it is a list.
 */
export function assertShallowYaml(yaml: string): void {
  for (const [indentation] of yaml.matchAll(INDENTATION)) requireAtMost(indentation.length, MAX_COLUMNS);
  let depth = 0;
  for (const token of new Lexer().lex(yaml)) {
    if (token === '[' || token === '{') requireAtMost(++depth, MAX_DEPTH);
    else if ((token === ']' || token === '}') && depth > 0) depth--;
  }
}

function requireAtMost(depth: number, limit: number): void {
  if (depth > limit) throw new Error(`Expected at most ${MAX_DEPTH} levels`);
}

export interface Frontmatter {
  yaml: string;
  /** The text with blanks instead of the frontmatter, so that line numbers and offsets stay the same. */
  body: string;
}

/** Splits off the text between a first line `---` and the next `---` or `...`; null without it. */
export function splitFrontmatter(text: string): Frontmatter | null {
  const match = /^\uFEFF?---[ \t]*\n((?:[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (match === null) return null;
  const [whole, yaml] = match as unknown as [string, string];
  return { yaml, body: whole.replace(/[^\n]/g, ' ') + text.slice(whole.length) };
}

/** Parses untrusted YAML. Throws if it is invalid, or harmful to the reader. */
export function parseFrontmatter(yaml: string): unknown {
  assertShallowYaml(yaml);
  // Aliases are the only way for a small YAML text to become a large value, and no tool needs many.
  const value: unknown = parse(yaml, {
    maxAliasCount: 10,
    prettyErrors: false,
    logLevel: 'error',
    schema: 'core',
  });
  // Throws for an alias of a value that contains the alias: such a value is infinite.
  JSON.stringify(value);
  return value;
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a field as a trimmed text; null if it is empty or not a text. */
export function textField(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
