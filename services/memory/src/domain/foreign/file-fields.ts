import { AppError } from '@anima/service/errors';
import { brokenTexts, holdsNul } from '../text/broken-texts.js';
import { isMapping, parseFrontmatter, splitFrontmatter } from '../text/frontmatter.js';

export interface FileFields {
  fields: Readonly<Record<string, unknown>>;
  /** What follows them, with blanks in their place, so that line numbers stay. */
  body: string;
}

/** Far above what a frontmatter is for; bounds the work of the YAML parser. In characters. */
const MAX_FRONTMATTER = 16_384;

/** The fields that a memory file begins with. Throws foreign_file_unreadable where they are no YAML mapping. */
export function readFields(text: string): FileFields {
  const frontmatter = splitFrontmatter(text);
  const fields = frontmatter && parseMapping(frontmatter.yaml);
  // Two thematic breaks around prose are no frontmatter.
  return fields === null ? { fields: {}, body: text } : { fields, body: frontmatter!.body };
}

function parseMapping(yaml: string): Record<string, unknown> | null {
  if (!/^[\w-]+[ \t]*:/m.test(yaml)) return null;
  if (yaml.length > MAX_FRONTMATTER) {
    throw unreadable(`at most ${MAX_FRONTMATTER} characters, received ${yaml.length}`);
  }
  let value: unknown;
  try {
    value = parseFrontmatter(yaml);
  } catch {
    try {
      value = parseFrontmatter(quotePlainValues(yaml));
    } catch (error) {
      throw unreadable(`YAML (${(error as Error).message.split('\n', 1)[0]})`);
    }
  }
  if (!isMapping(value)) throw unreadable('a YAML mapping, received another value');
  // YAML can write both as escapes.
  if (holdsNul(value)) throw unreadable('text, received a NUL character');
  if (brokenTexts(value).length > 0) throw unreadable('text, received half of a surrogate pair');
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
