import { type Frame, planesOf } from '@anima/face';
import type { Cue } from '../../speech/subtitles.js';
import { type CaptionPicture, drawCaption } from './caption-image.js';

/** Share of the width for captions. EBU R 95 keeps a margin of 5 % on each side. */
const SAFE_WIDTH = 0.9;
const BOTTOM_MARGIN = 0.07;
/** Of the picture's height; what does not fit in two lines of the smallest letters is shown in parts. */
const LETTERS = 0.055;
const SMALLEST_LETTERS = 0.042;
const MIN_PIXELS = 10;
/** White and black of limited range. */
const WHITE = 235;
const BLACK = 16;
const GREY = 128;

export interface CaptionOverlay {
  /** Draws the captions of the time `seconds` on the frame. Times must not decrease. */
  draw(frame: Frame, seconds: number): Promise<void>;
}

/**
 * Burns captions into pictures: each is drawn once, when it is due, and laid over the frames it belongs to. ffmpeg's own filters
 * for text are missing in some builds and need fonts that a bare machine has not; and so no text ever reaches a filter.
 */
export function createCaptionOverlay(cues: readonly Cue[]): CaptionOverlay {
  const waiting = cues.filter(({ text }) => text.trim() !== '');
  let at = 0;
  let drawn: { cue: Cue; picture: CaptionPicture } | null = null;

  return {
    async draw(frame, seconds) {
      for (;;) {
        while (at < waiting.length && waiting[at]!.end <= seconds) at++;
        const cue = waiting[at];
        if (cue === undefined || cue.start > seconds) return;
        if (drawn?.cue !== cue) {
          const picture = await fitted(cue.text, frame);
          if (picture === null) {
            waiting.splice(at, 1, ...halves(cue));
            continue;
          }
          drawn = { cue, picture };
        }
        blend(frame, drawn.picture);
        return;
      }
    },
  };
}

/** Draws the text as large as fits. Returns null if the letters would be too small. */
async function fitted(text: string, { width, height }: Frame): Promise<CaptionPicture | null> {
  const room = width * SAFE_WIDTH;
  // Tall images have little space for wide letters.
  const scale = Math.min(height, width * 1.25);
  const size = Math.max(MIN_PIXELS, scale * LETTERS);
  const smallest = Math.max(MIN_PIXELS, scale * SMALLEST_LETTERS);
  const single = await drawCaption([text], size);
  if (single.width <= room) return single;
  const lines = twoLines(text);
  const double = await drawCaption(lines, size);
  if (double.width <= room) return double;
  const fitting = size * (room / double.width) * 0.98;
  if (fitting < smallest && [...text].length > 1) return null;
  return drawCaption(lines, Math.max(1, fitting));
}

/** Cut at the space, or without one at the character, that is nearest to the middle. */
function twoLines(text: string): [string, string] {
  const characters = [...text];
  const middle = characters.length / 2;
  const spaces = characters.flatMap((character, i) => (character === ' ' ? [i] : []));
  const cut = spaces.reduce(
    (best, space) => (Math.abs(space - middle) < Math.abs(best - middle) ? space : best),
    spaces[0] ?? Math.ceil(middle),
  );
  return [characters.slice(0, cut).join('').trim(), characters.slice(cut).join('').trim()];
}

/** Each is shown for its share of the time. */
function halves(cue: Cue): Cue[] {
  const [first, second] = twoLines(cue.text.trim());
  const share = first.length / (first.length + second.length);
  const middle = cue.start + (cue.end - cue.start) * share;
  return [
    { start: cue.start, end: middle, text: first },
    { start: middle, end: cue.end, text: second },
  ].filter(({ text }) => text !== '');
}

/** Places captions at the bottom centre. */
function blend(frame: Frame, { width, height, letters, rim }: CaptionPicture): void {
  const left = Math.max(0, 2 * Math.round((frame.width - width) / 4));
  const top = Math.max(0, 2 * Math.round((frame.height * (1 - BOTTOM_MARGIN) - height) / 2));
  const columns = Math.min(width, frame.width - left);
  const rows = Math.min(height, frame.height - top);
  const { y, u, v } = planesOf(frame);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const dark = rim[row * width + column]!;
      if (dark === 0) continue;
      const light = letters[row * width + column]!;
      const i = (top + row) * frame.width + left + column;
      const below = (y[i]! * (255 - dark) + BLACK * dark) / 255;
      y[i] = Math.round((below * (255 - light) + WHITE * light) / 255);
    }
  }
  const chromaWidth = frame.width / 2;
  for (let row = 0; row + 1 < rows; row += 2) {
    for (let column = 0; column + 1 < columns; column += 2) {
      const k = row * width + column;
      const dark = (rim[k]! + rim[k + 1]! + rim[k + width]! + rim[k + width + 1]!) / 4;
      if (dark === 0) continue;
      const i = ((top + row) / 2) * chromaWidth + (left + column) / 2;
      u[i] = Math.round((u[i]! * (255 - dark) + GREY * dark) / 255);
      v[i] = Math.round((v[i]! * (255 - dark) + GREY * dark) / 255);
    }
  }
}
