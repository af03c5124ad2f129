import { pauseMarkAt } from './pause-marks.js';
import { matchAt } from './reading.js';

/** Starts and ends of the parts of a Markdown text that are not spoken. */
export type Unsaid = ReadonlyMap<number, number>;

const DESTINATION =
  /\(\s?(?<address><[^<>\n]{0,500}>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*){0,4})(?:\s{1,3}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'))?\s?\)/y;
const REFERENCE = /\[([^\][\n]{0,100})\]/y;
const DEFINITION = /^ {0,3}\[([^\][\n]{1,100})\]: ?\S+(?: +(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'))? *$/gm;
const FOOTNOTE = /\[\^[^\][\s]{1,40}\]:?/y;
const TASK = /\[[ xX]\](?=\s)/y;
const TASK_BEFORE = /(?:^|\n)[ >]{0,20}(?:[-*+•]|\d{1,3}[.)])\s{1,4}$/;
const ADDRESS = /[/:#.?&=]|^$/;

/**
 * Finds links, images, references, footnotes and task boxes, of which only the text is spoken. Takes linear
 * time.
 */
export function unsaidOfMarkdown(text: string): Unsaid {
  const unsaid = new Map<number, number>();
  if (!text.includes(']')) return unsaid;
  const labels = new Set<string>();
  for (const { 0: line, 1: label, index } of text.matchAll(DEFINITION)) {
    if (label!.startsWith('^')) continue;
    labels.add(label!.toLowerCase());
    unsaid.set(index, index + line.length);
  }
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const definition = unsaid.get(at);
    const end = definition ?? pauseMarkAt(text, at)?.end;
    if (end !== undefined) at = end - 1;
    else if (text[at] === '[') {
      const mark = matchAt(FOOTNOTE, text, at) ?? boxAt(text, at);
      if (mark) {
        unsaid.set(at, at + mark[0].length);
        at += mark[0].length - 1;
      } else open.push(at);
    } else if (text[at] === ']') {
      const begin = open.pop();
      const linkEnd = endOfLink(text, at, begin, labels);
      if (linkEnd === undefined) continue;
      unsaid.set(at, linkEnd);
      if (begin !== undefined) {
        const isImage = text[begin - 1] === '!';
        unsaid.set(isImage ? begin - 1 : begin, begin + 1);
      }
      at = linkEnd - 1;
    }
  }
  return unsaid;
}

function boxAt(text: string, at: number): RegExpExecArray | null {
  return TASK_BEFORE.test(text.slice(Math.max(0, at - 40), at)) ? matchAt(TASK, text, at) : null;
}

/** Returns the index after the destination of a link; undefined if its brackets are not a link. */
function endOfLink(
  text: string,
  at: number,
  begin: number | undefined,
  labels: ReadonlySet<string>,
): number | undefined {
  const destination = matchAt(DESTINATION, text, at + 1);
  if (destination) {
    const isCall = begin === undefined || isBehindWord(text, begin);
    const { address } = destination.groups!;
    return isCall && (!ADDRESS.test(address!) || address === '') ? undefined : at + 1 + destination[0].length;
  }
  if (begin === undefined) return undefined;
  const reference = matchAt(REFERENCE, text, at + 1);
  const label = (reference?.[1] || text.slice(begin + 1, at)).toLowerCase();
  // A clause of live speech does not see the definitions; an index in code follows a name.
  const isLink = reference !== null && reference[1] !== '' && !isBehindWord(text, begin);
  return isLink || labels.has(label) ? at + 1 + (reference?.[0].length ?? 0) : undefined;
}

function isBehindWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}_)\]]/u.test(text[at - 1] ?? ' ');
}
