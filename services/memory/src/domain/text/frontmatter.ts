import { Lexer, parse } from 'yaml';

/** Far above what settings and frontmatters nest, and a tenth of what the parser can follow. */
const MAX_DEPTH = 100;
const MAX_COLUMNS = 400;
/** What stands before the first word of a line: indentation, and marks of lists, keys and values that may nest in one line. */
const INDENTATION = /^[ \t?:-]*/gm;

/**
 * Throws where YAML may be nested deeper than the parser can follow: it calls itself for each level, and a stack that ends
 * inside a regular expression ends the whole process, which nothing can catch. To be asked before it parses foreign text.
 *
 * Brackets are counted in the parser's own tokens, so that those in texts and comments do not count; a level of block style
 * takes a column at least, or its parent's with a list in it.
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
  /** The text with blanks in place of it, so that lines and places stay. */
  body: string;
}

/** What stands between a first line `---` and the next `---` or `...`; null where the text begins otherwise. */
export function splitFrontmatter(text: string): Frontmatter | null {
  const match = /^\uFEFF?---[ \t]*\n((?:[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (match === null) return null;
  const [whole, yaml] = match as unknown as [string, string];
  return { yaml, body: whole.replace(/[^\n]/g, ' ') + text.slice(whole.length) };
}

/** The value of YAML that anybody may have written. Throws where it is none, or could hurt who reads it. */
export function parseFrontmatter(yaml: string): unknown {
  assertShallowYaml(yaml);
  // Aliases are the one way in which a small YAML text becomes a large value; no tool needs many.
  const value: unknown = parse(yaml, {
    maxAliasCount: 10,
    prettyErrors: false,
    logLevel: 'error',
    schema: 'core',
  });
  // Refuses an alias of what it stands in: such a value has no end.
  JSON.stringify(value);
  return value;
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field as a text; null where it is none, or empty. */
export function textField(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
