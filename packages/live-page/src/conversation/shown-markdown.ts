import { readMark } from './markdown-marks.js';

/** A stretch of an answer as it is read on the page. */
export interface ShownPart {
  text: string;
  /** Where in the markdown it begins. */
  sourceStart: number;
  isCode: boolean;
}

/** Markdown without its marks: code as it stands, links by their text, bullets as points. */
export function renderMarkdown(source: string): ShownPart[] {
  return createShownMarkdown()(source);
}

/** The same of a text that grows: blocks that have ended are not read again, and their parts are the same objects as before. */
export function createShownMarkdown(): (source: string) => ShownPart[] {
  let settledText = '';
  let settled: ShownPart[] = [];
  return (source) => {
    if (!source.startsWith(settledText)) [settledText, settled] = ['', []];
    const parts = [...settled];
    let end = settledText.length;
    let count = parts.length;
    readBlocks(source, parts, end, (at) => {
      [end, count] = [at, parts.length];
    });
    [settledText, settled] = [source.slice(0, end), parts.slice(0, count)];
    return parts;
  };
}

/** `onBlock`: a blank line has ended what stands before; nothing that follows changes it, nor is it needed to read on. */
function readBlocks(source: string, parts: ShownPart[], from: number, onBlock: (at: number) => void): void {
  let at = from;
  let fence: string | null = null;
  let atLineStart = true;
  let previous = from === 0 ? '' : '\n';

  function show(text: string, isCode: boolean): void {
    if (text === '') return;
    previous = text.at(-1)!;
    parts.push({ text, sourceStart: at, isCode });
  }

  while (at < source.length) {
    const rest = source.slice(at);
    const mark = readMark(rest, { atLineStart, fence, previous, isLast: true });
    // Nothing is waited for where nothing more comes.
    if (mark === 'wait') throw new Error(`Expected an end of ${rest.slice(0, 40)}`);
    const marked = rest.slice(0, mark.length);
    const isFence = mark.fence !== undefined;
    if (fence !== null || isFence) show(isFence ? '' : marked, true);
    else if (mark.shown !== undefined) show(mark.shown, false);
    else show(mark.said === undefined ? marked : shownFor(marked, mark.said, mark.isOfLine === true), false);
    if (isFence) fence = mark.fence ?? null;
    atLineStart = marked.endsWith('\n') || mark.isOfLine === true;
    at += mark.length;
    const isBlank = source[at - 1] === '\n' && source[at - 2] === '\n';
    if (isBlank && fence === null && previous === '\n') onBlock(at);
  }
}

/** What is said otherwise than it is written is mostly shown as it is written. */
function shownFor(marked: string, said: string, isOfLine: boolean): string {
  if (isOfLine) return /^[ \t]*[-+*•][ \t]/.test(marked) ? marked.replace(/[-+*•][ \t].*/s, '• ') : '';
  if (/^[[!<\\]/.test(marked)) return said;
  return said === '' && /^[*_~`]+$/.test(marked) ? '' : marked;
}
