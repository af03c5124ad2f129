import { type Mark, readMark } from './markdown-marks.js';

/** Markdown that is still being written, as it is said. */
export interface SpeakableMarkdown {
  /** What can be said now; nothing that comes later changes it. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
  /** All that has been said so far. */
  readonly spoken: string;
  /** Where in the markdown those characters of the spoken text end. */
  sourceEnd(spokenEnd: number): number;
}

/** A stretch of the source and what is said for it: the same characters, others, or nothing. */
interface Stretch {
  spokenStart: number;
  sourceStart: number;
  sourceEnd: number;
  isSame: boolean;
}

/** Asterisks, fences, addresses of links and the like are not said; code is told of. */
export function createSpokenMarkdown(): SpeakableMarkdown {
  const stretches: Stretch[] = [];
  /** What has come and is not said yet, beginning at `from` of the source. */
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
