import { AppError } from '@anima/service/errors';
import { brokenTexts, holdsNul } from '../text/broken-texts.js';
import { isMapping, parseFrontmatter, splitFrontmatter } from '../text/frontmatter.js';

export interface FileFields {
  fields: Readonly<Record<string, unknown>>;
  /** The text after the fields, with blanks in place of the fields, so that line numbers stay valid. */
  body: string;
}

/** In characters. Limits the work of the YAML parser; real frontmatter is much shorter. */
const MAX_FRONTMATTER = 16_384;

/** Reads the frontmatter of a file. Throws foreign_file_unreadable if it is no YAML mapping. */
export function readFields(text: string): FileFields {
  const frontmatter = splitFrontmatter(text);
  const fields = frontmatter && parseMapping(frontmatter.yaml);
  // Prose between two thematic breaks is not frontmatter.
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
 * Quotes values and list items such as `globs: *.ts` and `description: Note: this`. The tools accept them,
 * but YAML rejects an alias and a nested mapping.
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

/** Reads a field as a list of texts: tools write `a, b`, a list, or one text. */
export function textList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? splitAtCommas(value) : [];
  return items.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));
}

/** Splits at commas outside of `{ts,tsx}`: a comma is inside if the next brace closes. */
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

/** Returns the fields that a reader did not understand as a text, or null if there are none. */
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
