import { parse } from 'yaml';
import { assertShallowYaml } from './yaml-depth.js';

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
