import { createScanner, type Node } from 'jsonc-parser';
import { endOfLine } from './tool-file.js';

/** Values of `SyntaxKind` of jsonc-parser 3, a const enum, which isolated modules cannot import. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const WHITE_SPACE = 15;

/**
 * Adds a member to the end of an object or a list. All other text stays the same: the edits of `jsonc-parser` reformat
 * neighbours and lose comments.
 * @param key Key in an object; null for a list.
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
  const { comma, lineEnd } = afterMember(text, lastEnd);
  const gap = isInline ? ' ' : eol + inner;
  // The file uses trailing commas.
  if (comma !== null) return `${text.slice(0, lineEnd)}${gap}${member},${text.slice(lineEnd)}`;
  return `${text.slice(0, lastEnd)},${text.slice(lastEnd, lineEnd)}${gap}${member}${text.slice(lineEnd)}`;
}

/** Removes a member, with its comma and its line; comments stay. */
export function removeMember(text: string, container: Node, index: number): string {
  const members = container.children!;
  const member = members[index]!;
  const memberEnd = member.offset + member.length;
  const lineStart = text.slice(0, member.offset).search(/\r?\n[ \t]*$/);
  const begin = lineStart === -1 ? member.offset : lineStart;
  const { comma } = afterMember(text, memberEnd);
  const previous = members[index - 1];
  const previousComma =
    previous === undefined ? null : afterMember(text, previous.offset + previous.length).comma;
  let left: string;
  if (comma !== null) left = text.slice(0, begin) + text.slice(comma + 1);
  // The previous member is the last one now, so its comma is removed.
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

/** Returns the offset of the comma after a member, and the end of its line, which includes comments. */
function afterMember(text: string, offset: number): { comma: number | null; lineEnd: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let comma: number | null = null;
  let lineEnd = offset;
  for (;;) {
    const kind: number = scanner.scan();
    if (kind === WHITE_SPACE) continue;
    const isComma = kind === COMMA && comma === null;
    const isComment = kind === LINE_COMMENT || kind === BLOCK_COMMENT;
    if (!isComma && !isComment) return { comma, lineEnd };
    if (isComma) comma = scanner.getTokenOffset();
    lineEnd = scanner.getTokenOffset() + scanner.getTokenLength();
  }
}

/** Returns one level of indentation, taken from the first indented line. */
function indentOf(text: string): string {
  return /^([ \t]{1,16})\S/m.exec(text)?.[1] ?? '  ';
}

function lineIndentAt(text: string, offset: number): string {
  const begin = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(begin, offset))![0];
}
