import { expressionMarkAt } from '@anima/face/expressions';

/** The mark at the start of a text, and its spoken form. */
export interface Mark {
  /** Characters of the source; at least one. */
  length: number;
  /** Left out: these very characters. */
  said?: string;
  /** The fence that opens here, or null if one closes. */
  fence?: string | null;
  /** It belongs to the beginning of a line, and more of that kind may follow. */
  isOfLine?: boolean;
  /** Displayed text of an expression tag, which the voice receives unchanged. */
  shown?: string;
}

export interface Place {
  atLineStart: boolean;
  /** The fence that closes the current code block; null outside of code. */
  fence: string | null;
  /** The last spoken character. */
  previous: string;
  /** Nothing more comes. */
  isLast: boolean;
}

/** Longest mark that the reader waits for: a link, a tag, a line of a table. Longer text is plain. */
const MAX_MARK = 1_000;
const CODE = 'The code is on the page.\n';
/** Characters at which plain text may end. */
const SPECIAL = /[\\`*_~[!<\n|]|\p{Extended_Pictographic}/u;
/** Marks with which a line begins, all of which say nothing: headings, quotes, bullets, boxes of tasks. */
const LINE_MARK = /^[ \t]{0,12}(?:#{1,6}[ \t]|>[ \t]?|[-+*•][ \t](?:\[[ xX]\][ \t])?)/;
const RULE = /^[ \t]{0,3}(?:-[- \t]{2,}|\*[* \t]{2,}|_[_ \t]{2,}|={3,}[ \t]*)$/;
const EMOJI =
  /^(?:\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]|\u200D|\uFE0F|\u20E3)+/u;

/** Returns the next mark or run of plain text; 'wait' if further text may change it. */
export function readMark(text: string, place: Place): Mark | 'wait' {
  if (place.fence !== null) return codeMark(text, place.fence, place);
  if (place.atLineStart) {
    const mark = lineMark(text, place.isLast);
    if (mark !== null) return mark;
  }
  return inlineMark(text, place);
}

/** The end of a line, or null while it has not come. */
function lineOf(text: string, isLast: boolean): string | null {
  const end = text.indexOf('\n');
  if (end >= 0) return text.slice(0, end);
  return isLast ? text : null;
}

function codeMark(text: string, fence: string, { atLineStart, isLast }: Place): Mark | 'wait' {
  const line = lineOf(text, isLast);
  if (line === null) return text.length > MAX_MARK ? { length: text.length, said: '' } : 'wait';
  const length = Math.min(line.length + 1, text.length);
  const closes = atLineStart && line.trim().startsWith(fence) && line.trim().replaceAll(fence[0]!, '') === '';
  return closes ? { length, said: '', fence: null } : { length, said: '' };
}

function lineMark(text: string, isLast: boolean): Mark | 'wait' | null {
  const line = lineOf(text, isLast);
  const fence = /^[ \t]*(`{3,}|~{3,})/.exec(text)?.[1];
  if (fence !== undefined) {
    if (line === null && text.length < MAX_MARK) return 'wait';
    const first = line ?? text;
    // "```x```" on one line is code within it.
    if (!first.trim().slice(fence.length).includes(fence[0]!))
      return { length: Math.min(first.length + 1, text.length), said: CODE, fence };
  }
  if (line === null) {
    if (text.length < MAX_MARK && mayBecomeLineMark(text)) return 'wait';
  } else {
    const length = Math.min(line.length + 1, text.length);
    if (line.length < MAX_MARK && (RULE.test(line) || isTableRule(line)))
      return { length, said: '', isOfLine: true };
    if (/^[ \t]*\|/.test(line) && line.length < MAX_MARK) {
      const pipe = line.indexOf('|');
      return { length: pipe + 1, said: '' };
    }
  }
  const mark = LINE_MARK.exec(text.slice(0, 40))?.[0];
  return mark === undefined ? null : { length: mark.length, said: '', isOfLine: true };
}

/** Whether a line separates the head of a table from its rows. */
const isTableRule = (line: string) => /^[-:| \t]+$/.test(line) && line.includes('|') && line.includes('-');

/** Whether the rest of the line decides about its mark. */
function mayBecomeLineMark(text: string): boolean {
  return /^[ \t]*(?:$|#{1,6}$|[-+*_=`~>•]+$|[-+*•][ \t]+(?:\[[ xX]?\]?)?$|[-*_=|:][-*_=|: \t]*$|\|)/.test(
    text.slice(0, MAX_MARK),
  );
}

function inlineMark(text: string, { previous, isLast }: Place): Mark | 'wait' {
  const first = text[0]!;
  if (first === '\n') {
    if (!needsStop(previous)) return { length: 1 };
    if (text.length === 1 && !isLast) return 'wait';
    // A sentence may continue in the next line.
    return { length: 1, said: /^\n\p{Ll}/u.test(text) ? ' ' : '.\n' };
  }
  const expression = expressionMarkAt(text);
  if (expression !== null && text[expression.length] !== '(') {
    // It may be the text of a link.
    if (text.length === expression.length && !isLast) return 'wait';
    return { length: expression.length, shown: expression.isEscaped ? text.slice(1, expression.length) : '' };
  }
  if (first === '\\') {
    // An escaped bracket may begin an escaped mark.
    if ((text.length === 1 || /^\\\[ ?[a-z]{0,9}[ \d.]{0,7}$/i.test(text)) && !isLast) return 'wait';
    return /^\\[!-/:-@[-`{-~]/.test(text) ? { length: 2, said: text[1]! } : { length: 1, said: '' };
  }
  if (first === '`') return { length: runOf(text, '`'), said: '' };
  if (first === '*' || first === '~') return starMark(text, previous, isLast);
  if (first === '_') return underscoreMark(text, previous, isLast);
  if (first === '[') return linkMark(text, 0, isLast);
  if (first === '!') {
    if (text.length === 1 && !isLast) return 'wait';
    return text[1] === '[' ? linkMark(text, 1, isLast) : { length: 1 };
  }
  if (first === '<') return tagMark(text, isLast);
  if (first === '|') return { length: 1, said: ',' };
  const emoji = EMOJI.exec(text.slice(0, 64))?.[0];
  // Half of a surrogate pair is not spoken.
  const isHalf = /^[\uD800-\uDBFF]$/.test(text);
  if (isHalf && !isLast) return 'wait';
  if (emoji !== undefined && !/^[0-9#*©®™]/.test(emoji)) return { length: emoji.length, said: '' };
  const next = text.slice(1).search(SPECIAL);
  const length = next < 0 ? text.length : next + 1;
  return isLast || !/[\uD800-\uDBFF]$/.test(text.slice(0, length))
    ? { length }
    : { length: Math.max(1, length - 1) };
}

/** Whether a line needs a full stop: a heading or a list item is a separate sentence. */
function needsStop(previous: string): boolean {
  return /[\p{L}\p{N})"'”’%]/u.test(previous);
}

function runOf(text: string, character: string): number {
  let length = 0;
  while (text[length] === character) length++;
  return length;
}

function starMark(text: string, previous: string, isLast: boolean): Mark | 'wait' {
  const run = runOf(text, text[0]!);
  if (/^\s?$/.test(text.slice(run)) && !isLast) return 'wait';
  // "2 * 3" and "2*3".
  const isProduct = text[0] === '*' && run === 1 && /[\d ]/.test(previous) && /^\*\s*\d/.test(text);
  if (isProduct) return { length: 1, said: previous === ' ' ? 'times' : ' times ' };
  // "~5 km" is about five.
  if (text[0] === '~' && run === 1 && /^~\d/.test(text)) return { length: 1, said: 'about ' };
  return { length: run, said: '' };
}

/** Within a word it is one of its letters. */
function underscoreMark(text: string, previous: string, isLast: boolean): Mark | 'wait' {
  const run = runOf(text, '_');
  if (run === text.length && !isLast) return 'wait';
  const isInner = /[\p{L}\p{N}]/u.test(previous) && /^[\p{L}\p{N}]/u.test(text.slice(run));
  return isInner ? { length: run } : { length: run, said: '' };
}

/** Reads `[text](address)`, `[text][name]` and footnotes by their text; other brackets stay as they are. */
function linkMark(text: string, at: number, isLast: boolean): Mark | 'wait' {
  // Links do not continue after a blank line.
  const [window] = text.slice(0, MAX_MARK).split('\n\n', 1) as [string];
  const isOpen = window.length === text.length && !isLast;
  const close = closingOf(window, at);
  if (close < 0) return isOpen && !window.includes('\n') ? 'wait' : { length: at + 1 };
  const name = window.slice(at + 1, close);
  if (name === 'interrupted') return { length: close + 1, said: '' };
  if (/^\^[^\s]*$/.test(name)) return { length: close + 1, said: '' };
  if (close + 1 === window.length && isOpen) return 'wait';
  const opening = window[close + 1];
  if (opening !== '(' && opening !== '[') return { length: at + 1 };
  const end = window.indexOf(opening === '(' ? ')' : ']', close + 2);
  if (end < 0) return isOpen ? 'wait' : { length: at + 1 };
  return { length: end + 1, said: plain(name) };
}

/** The bracket that closes the one at `at`. */
function closingOf(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '[') depth++;
    else if (text[index] === ']' && --depth === 0) return index;
  }
  return -1;
}

const plain = (text: string) => text.replace(/[*_`~[\]]/g, '');

/** Reads a tag, which is not spoken; an address in angle brackets is; "a < b" is no tag. */
function tagMark(text: string, isLast: boolean): Mark | 'wait' {
  if (text.length === 1 && !isLast) return 'wait';
  if (!/^<[a-zA-Z/!]/.test(text)) return { length: 1 };
  const window = text.slice(0, MAX_MARK);
  const end = window.search(/[>\n]/);
  if (end < 0) return window.length === text.length && !isLast ? 'wait' : { length: 1 };
  if (window[end] === '\n') return { length: 1 };
  const inside = window.slice(1, end);
  if (/^(?:https?:\/\/|mailto:)/.test(inside)) return { length: end + 1, said: inside };
  return { length: end + 1, said: '' };
}
