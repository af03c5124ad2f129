import { createScanner, type Node } from 'jsonc-parser';
import { endOfLine } from './tool-file.js';

/** Of `SyntaxKind` of jsonc-parser 3, a const enum, which cannot be imported file by file. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const BLANKS = 15;

/**
 * Puts a member at the end of an object or a list, and touches nothing else: `jsonc-parser` itself lays out the neighbours anew and
 * carries their comments away.
 * @param key Of an object; `null` for a list.
 */
export function insertMember(text: string, container: Node, key: string | null, value: unknown): string {
  const eol = endOfLine(text);
  const unit = indentOf(text);
  const last = container.children?.at(-1);
  const isInline = last !== undefined && !text.slice(container.offset, last.offset).includes('\n');
  const outer = lineIndentAt(text, container.offset);
  const inner = last === undefined || isInline ? outer + unit : lineIndentAt(text, last.offset);
  const shown = isInline
    ? JSON.stringify(value)
    : JSON.stringify(value, null, unit).replaceAll('\n', eol + inner);
  const member = key === null ? shown : `${JSON.stringify(key)}: ${shown}`;
  if (last === undefined) {
    const begin = container.offset + 1;
    const end = container.offset + container.length - 1;
    const isBare = text.slice(begin, end).trim() === '';
    return (
      text.slice(0, begin) +
      eol +
      inner +
      member +
      (isBare ? eol + outer + text.slice(end) : text.slice(begin))
    );
  }
  const lastEnd = last.offset + last.length;
  const { comma, lineEnd } = behind(text, lastEnd);
  const gap = isInline ? ' ' : eol + inner;
  // A comma after the last one is how this file is written.
  if (comma !== null) return `${text.slice(0, lineEnd)}${gap}${member},${text.slice(lineEnd)}`;
  return `${text.slice(0, lastEnd)},${text.slice(lastEnd, lineEnd)}${gap}${member}${text.slice(lineEnd)}`;
}

/** Takes a member out, with its comma and its line; comments stay. */
export function removeMember(text: string, container: Node, index: number): string {
  const members = container.children!;
  const member = members[index]!;
  const memberEnd = member.offset + member.length;
  const lineBegin = text.slice(0, member.offset).search(/\r?\n[ \t]*$/);
  const begin = lineBegin === -1 ? member.offset : lineBegin;
  const { comma } = behind(text, memberEnd);
  const previous = members[index - 1];
  const previousComma = previous === undefined ? null : behind(text, previous.offset + previous.length).comma;
  let left: string;
  if (comma !== null) left = text.slice(0, begin) + text.slice(comma + 1);
  // It was the last: so is the one before it now.
  else if (previousComma !== null && previousComma < begin)
    left =
      text.slice(0, previousComma) + text.slice(previousComma + 1, begin).trimEnd() + text.slice(memberEnd);
  else if (previousComma !== null) left = text.slice(0, previousComma) + text.slice(memberEnd);
  else left = text.slice(0, begin) + text.slice(memberEnd);
  if (members.length > 1) return left;
  const open = container.offset + 1;
  const close = open + left.slice(open).search(/[}\]]/);
  return left.slice(open, close).trim() === '' ? left.slice(0, open) + left.slice(close) : left;
}

/** The comma behind a member, and where its line ends with all comments in it. */
function behind(text: string, offset: number): { comma: number | null; lineEnd: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let comma: number | null = null;
  let lineEnd = offset;
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === BLANKS) continue;
    const isComma = kind === COMMA && comma === null;
    const isComment = kind === LINE_COMMENT || kind === BLOCK_COMMENT;
    if (!isComma && !isComment) return { comma, lineEnd };
    if (isComma) comma = scanner.getTokenOffset();
    lineEnd = scanner.getTokenOffset() + scanner.getTokenLength();
  }
}

/** One level of indentation, as the first line that has any. */
function indentOf(text: string): string {
  return /^([ \t]{1,16})\S/m.exec(text)?.[1] ?? '  ';
}

function lineIndentAt(text: string, offset: number): string {
  const begin = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(begin, offset))![0];
}
