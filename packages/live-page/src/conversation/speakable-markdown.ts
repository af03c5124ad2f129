import { type Mark, readMark } from './markdown-marks.js';

/** Converts markdown that is still being written to spoken text. */
export interface SpeakableMarkdown {
  /** Adds a piece; returns the text that can be spoken now, which later pieces do not change. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
  /** All spoken text so far. */
  readonly spoken: string;
  /** Maps the end of a part of the spoken text to an offset in the markdown. */
  sourceEnd(spokenEnd: number): number;
}

/** A part of the source and its spoken text: the same characters, others, or none. */
interface Stretch {
  spokenStart: number;
  sourceStart: number;
  sourceEnd: number;
  isSame: boolean;
}

/** Omits asterisks, fences, addresses of links and other marks; mentions code. */
export function createSpokenMarkdown(): SpeakableMarkdown {
  const stretches: Stretch[] = [];
  /** Received text that is not spoken yet, which starts at `from` in the source. */
  let rest = '';
  let from = 0;
  let spoken = '';
  let fence: string | null = null;
  let atLineStart = true;

  function take(length: number, said: string | null): void {
    const text = said ?? rest.slice(0, length);
    stretches.push({
      spokenStart: spoken.length,
      sourceStart: from,
      sourceEnd: from + length,
      isSame: said === null,
    });
    spoken += text;
    rest = rest.slice(length);
    from += length;
  }

  function takeMark(mark: Mark): void {
    const ended = rest[mark.length - 1] === '\n';
    take(mark.length, mark.said ?? null);
    if (mark.fence !== undefined) fence = mark.fence;
    atLineStart = ended || mark.isOfLine === true;
  }

  function advance(isLast: boolean): string {
    const before = spoken.length;
    while (rest !== '') {
      const mark = readMark(rest, { atLineStart, fence, previous: spoken.at(-1) ?? '', isLast });
      if (mark === 'wait') break;
      takeMark(mark);
    }
    return spoken.slice(before);
  }

  return {
    push(piece) {
      rest += piece;
      return advance(false);
    },
    end: () => advance(true),
    get spoken() {
      return spoken;
    },
    sourceEnd(spokenEnd) {
      if (spokenEnd <= 0) return 0;
      const stretch = stretches.findLast(({ spokenStart }) => spokenStart < spokenEnd);
      if (stretch === undefined) return 0;
      if (!stretch.isSame) return stretch.sourceEnd;
      return Math.min(stretch.sourceEnd, stretch.sourceStart + spokenEnd - stretch.spokenStart);
    },
  };
}
