import data from './markup.json' with { type: 'json' };
import { matchAt } from './reading.js';

/** Markup of a text, which is not spoken. */
export type Markup =
  | {
      readonly kind: 'tag';
      readonly end: number;
      readonly name: string;
      readonly isClosing: boolean;
      readonly isEmpty: boolean;
      readonly attributes: string;
    }
  /** A comment, an instruction, or an element whose content is not spoken. */
  | { readonly kind: 'hidden'; readonly end: number }
  /** The text from `from` to `to` is spoken literally. */
  | { readonly kind: 'literal'; readonly end: number; readonly from: number; readonly to: number };

/** Elements of SSML and HTML, and elements that language models write around parts of their output. */
const KNOWN = new Set(data.elements);
const PREFIXED = /^(?:amazon|mstts|google|apple|ibm|svg|antml|xml|emo|ssml):/;
/** Names that are types of code after a word: Promise<object>. */
const TYPES = new Set(data.typeNames);
/** Elements whose content is not spoken. */
export const REASONING = new Set(data.reasoning);
const SILENT = new Set([...REASONING, ...data.silent]);

const NAME = '[A-Za-z][A-Za-z\\d]{0,30}(?:[:_-][A-Za-z\\d]{1,30}){0,4}';
const BOOLEAN =
  '(?:allowfullscreen|async|autofocus|autoplay|checked|controls|default|defer|disabled|download|hidden|inert|loop|multiple|muted|nowrap|novalidate|open|readonly|required|reversed|selected)(?![\\w=-])';
const ATTRIBUTE_NAME = '[A-Za-z_:@][\\w:.@-]{0,60}';
const ATTRIBUTE = `\\s{1,8}(?:${ATTRIBUTE_NAME}\\s?=\\s?(?:"[^"<]{0,400}"|'[^'<]{0,400}'|[^\\s"'<>=]{1,300})|${BOOLEAN})`;
const TAG = new RegExp(`<(/?)(${NAME})((?:${ATTRIBUTE}){0,20})\\s{0,8}(/?)>`, 'y');
/** A break with its length in another form: <break 1s>, <pause=500ms/>. */
const BREAK = /<(\/?)(pause|break)((?:[\s:=][^<>/]{0,40})?)(\/?)>/iy;
const UNFINISHED = new RegExp(
  `</?(?:(${NAME})(?:[:_-]|((?:${ATTRIBUTE}){0,20})(?:\\s{0,8}/?|\\s{1,8}${ATTRIBUTE_NAME}(?:\\s?=\\s?(?:"[^"<]{0,400}|'[^'<]{0,400}|[^\\s"'<>=]{0,300})?)?)))?$`,
  'y',
);
const INSTRUCTION = /<(?:\?[^<>]{0,400}\?|![A-Za-z][^<>]{0,400}|\|[\w▁|-]{1,60}\|)>/y;
const UNFINISHED_INSTRUCTION =
  /<(?:[?|][^<>\n]{0,400}|!(?:-|\[(?:CDATA|CDAT|CDA|CD|C)?|[A-Za-z][^<>]{0,400})?)$/y;
const LITERAL = '<![CDATA[';

/**
 * Returns the markup that starts at a "<", undefined for text, or "open" if later text may make it markup or
 * its end is missing. `closings` has the names of all elements that are closed in the text.
 */
export function markupAt(
  text: string,
  at: number,
  closings: ReadonlySet<string> = NONE,
): Markup | 'open' | undefined {
  if (text.startsWith('<!--', at)) {
    const end = indexOfEnd(text, '-->', at + 4);
    return end === -1 ? 'open' : { kind: 'hidden', end: end + 3 };
  }
  if (text.startsWith(LITERAL, at)) {
    const to = indexOfEnd(text, ']]>', at);
    return to === -1 ? 'open' : { kind: 'literal', end: to + 3, from: at + LITERAL.length, to };
  }
  const instruction = matchAt(INSTRUCTION, text, at);
  if (instruction) return { kind: 'hidden', end: at + instruction[0].length };
  const match = matchAt(TAG, text, at) ?? matchAt(BREAK, text, at);
  if (match === null)
    return matchAt(UNFINISHED_INSTRUCTION, text, at) || matchAt(UNFINISHED, text, at) ? 'open' : undefined;
  const [written, slash, given, attributes, empty] = match as unknown as string[];
  const name = given!.toLowerCase();
  const tag = {
    kind: 'tag',
    end: at + written!.length,
    name,
    isClosing: slash !== '',
    isEmpty: empty !== '',
    attributes: attributes!,
  } as const;
  const isBare = !tag.isClosing && !tag.isEmpty && attributes === '';
  if (isBare && !closings.has(name)) {
    if (!isKnownTag(name)) return undefined;
    if (TYPES.has(name) && /\p{L}/u.test(text[at - 1] ?? ' ')) return undefined;
  }
  if (!SILENT.has(name) || tag.isClosing || tag.isEmpty) return tag;
  const end = closings !== NONE && !closings.has(name) ? undefined : endOfElement(text, name, tag.end);
  return end === undefined ? 'open' : { kind: 'hidden', end };
}

/**
 * Last places of both ends in the latest text. Without it, many starts without an end would take quadratic
 * time.
 */
let known = { text: '', last: new Map<string, number>() };

function indexOfEnd(text: string, end: string, from: number): number {
  if (known.text !== text) known = { text, last: new Map() };
  const last = known.last.get(end) ?? text.lastIndexOf(end);
  known.last.set(end, last);
  return last < from ? -1 : text.indexOf(end, from);
}

const NONE: ReadonlySet<string> = new Set();

function isKnownTag(name: string): boolean {
  return KNOWN.has(name) || PREFIXED.test(name);
}

const ANY_TAG = /<(?<slash>\/?)(?<name>[A-Za-z][\w:-]{0,60})\s{0,8}>/g;

/** Returns the index after the end tag of an element, which may contain elements of the same name. */
function endOfElement(text: string, name: string, from: number): number | undefined {
  let depth = 1;
  for (const { 0: tag, index, groups } of text.slice(from).matchAll(ANY_TAG)) {
    if (groups!.name!.toLowerCase() !== name) continue;
    depth += groups!.slash === '/' ? -1 : 1;
    if (depth === 0) return from + index + tag.length;
  }
  return undefined;
}

/** Whether unfinished markup may start here, which a flush must not cut. */
export function isUnfinishedMarkup(text: string, at: number): boolean {
  if (text.startsWith('<!', at) || text.startsWith('<?', at)) return true;
  const [, name = '', attributes = ''] = matchAt(UNFINISHED, text, at) ?? [];
  const lower = name.toLowerCase();
  if (attributes !== '') return true;
  if (matchAt(UNFINISHED, text, at))
    return lower === '' ? text[at + 1] === '/' : [...KNOWN].some((known) => known.startsWith(lower));
  return matchAt(TAG, text, at) !== null;
}

/** Returns the names of elements that are closed in the text. */
export function closedElements(text: string): Set<string> {
  const tags = Array.from(text.matchAll(ANY_TAG), ({ groups }) => groups!);
  return new Set(tags.filter(({ slash }) => slash === '/').map(({ name }) => name!.toLowerCase()));
}

/** End of the content of a short element, and of the element. */
export interface ShortElement {
  readonly to: number;
  readonly end: number;
}

const LONGEST_CONTENT = 400;

/**
 * Returns the end of the element whose content starts at `from`; "open" if the end may follow; undefined if
 * it is not near.
 */
export function shortElement(text: string, name: string, from: number): ShortElement | 'open' | undefined {
  const near = text.slice(from, from + LONGEST_CONTENT);
  for (const { 0: tag, index, groups } of near.matchAll(ANY_TAG))
    if (groups!.slash === '/' && groups!.name!.toLowerCase() === name)
      return { to: from + index, end: from + index + tag.length };
  return near.length < LONGEST_CONTENT ? 'open' : undefined;
}

const VALUE = /\s(?:\w{1,20}:)?([\w-]{1,60})\s?=\s?(?:"([^"]{0,400})"|'([^']{0,400})'|([^\s"']{1,300}))/g;

/** Returns the value of an attribute, or undefined. */
export function attribute(attributes: string, name: string): string | undefined {
  for (const [, given, ...values] of attributes.matchAll(VALUE))
    if (given!.toLowerCase() === name) return values.find((value) => value !== undefined)?.trim();
  return undefined;
}
