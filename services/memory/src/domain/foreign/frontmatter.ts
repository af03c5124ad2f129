import { AppError } from '@anima/service/errors';
import { parse } from 'yaml';
import { assertShallowYaml } from '../text/yaml-depth.js';

export interface Frontmatter {
  fields: Readonly<Record<string, unknown>>;
  /** What follows it, with as many empty lines in place of it, so that line numbers stay. */
  body: string;
}

/** Far above what a frontmatter is for; bounds the work of the YAML parser. In characters. */
const MAX_FRONTMATTER = 16_384;

/** Splits a text that begins with `---` lines. Throws foreign_file_unreadable where they hold no YAML mapping. */
export function splitFrontmatter(text: string): Frontmatter {
  const match = /^---[ \t]*\n((?:[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (match === null) return { fields: {}, body: text };
  const [whole, yaml] = match as unknown as [string, string];
  const fields = parseMapping(yaml);
  // Two thematic breaks around prose are no frontmatter.
  if (fields === null) return { fields: {}, body: text };
  return { fields, body: whole.replace(/[^\n]/g, '') + text.slice(whole.length) };
}

function parseMapping(yaml: string): Record<string, unknown> | null {
  if (!/^[\w-]+[ \t]*:/m.test(yaml)) return null;
  if (yaml.length > MAX_FRONTMATTER) {
    throw unreadable(`at most ${MAX_FRONTMATTER} characters, received ${yaml.length}`);
  }
  let value: unknown;
  try {
    value = parseYaml(yaml);
  } catch {
    try {
      value = parseYaml(quotePlainValues(yaml));
    } catch (error) {
      throw unreadable(`YAML (${(error as Error).message.split('\n', 1)[0]})`);
    }
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw unreadable('a YAML mapping, received another value');
  }
  return value as Record<string, unknown>;
}

function parseYaml(yaml: string): unknown {
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

/**
 * The tools themselves read `globs: *.ts` and `description: Note: this`, which YAML refuses: an alias and a mapping in
 * a mapping. Quotes such values, and such items of lists.
 */
function quotePlainValues(yaml: string): string {
  return yaml.replace(
    /^([ \t]*(?:[\w-]+[ \t]*:|-)[ \t]+)([^\s"'[{|>&!#].*)$/gm,
    (_, start: string, value: string) => start + JSON.stringify(value.trimEnd()),
  );
}

function unreadable(expected: string): AppError {
  return new AppError(
    'foreign_file_unreadable',
    `Expected the frontmatter between the --- lines to be ${expected}`,
  );
}

/** A field as a list of texts: tools write `a, b`, a list, or one text. */
export function textList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? splitAtCommas(value) : [];
  return items.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));
}

/** A field as a text; null where it is none, or empty. */
export function textField(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** Not at the commas inside of `{ts,tsx}`: those that a closing brace follows before an opening one does. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let end = text.length;
  let nextBrace = '';
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text[at]!;
    if (character === '{' || character === '}') nextBrace = character;
    if (character !== ',' || nextBrace === '}') continue;
    parts.push(text.slice(at + 1, end));
    end = at;
  }
  return [...parts, text.slice(0, end)].reverse();
}

/** What a reader did not understand of the fields, as a text: nothing is lost. Null where there is nothing. */
export function otherFields(
  fields: Readonly<Record<string, unknown>>,
  understood: ReadonlySet<string>,
): string | null {
  const others = Object.entries(fields).filter(
    ([name, value]) => !understood.has(name) && value !== null && value !== '',
  );
  if (others.length === 0) return null;
  return others
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
}
