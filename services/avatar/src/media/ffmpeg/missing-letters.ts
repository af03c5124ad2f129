import { LRUCache } from 'lru-cache';
import { drawCaption } from './caption-image.js';

/** Every font that ships or is installed has these. */
const COMMON = /[\s\p{Cc}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}0-9!-/:-@[-`{-~]/u;
const SIZE = 40;
/** One is reason enough to refuse a text. */
const MAX_NAMED = 10;
/** Width of the frame around the code of a character without a glyph. */
const FRAME_PIXELS = 3;
/** Characters that stand for none (Unicode, section 23.7), one with four digits and one with five. */
const NONE = { short: '\uFDD0', long: '\u{1FFFE}' };

/**
 * The first ten characters of a text that no font on this machine has: they would be drawn as boxes with their number. Install a font for
 * them.
 */
export async function missingLetters(text: string, signal: AbortSignal): Promise<string[]> {
  const missing: string[] = [];
  for (const character of new Set(text)) {
    if (COMMON.test(character)) continue;
    signal.throwIfAborted();
    const isMissing = known.get(character) ?? (await isBox(character));
    known.set(character, isMissing);
    if (isMissing && missing.push(character) === MAX_NAMED) break;
  }
  return missing;
}

/** Drawing a letter takes milliseconds, and a text may have thousands of different ones. Fonts change with a restart. */
const known = new LRUCache<string, boolean>({ max: 20_000 });

/** Whether it is framed as a character is that surely has no letter. */
async function isBox(character: string): Promise<boolean> {
  const drawn = await drawCaption([character], SIZE);
  const box = await drawCaption([character.codePointAt(0)! > 0xffff ? NONE.long : NONE.short], SIZE);
  if (drawn.width !== box.width || drawn.height !== box.height) return false;
  const { width, height, rim } = box;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const fromEdge = Math.min(row, column, height - 1 - row, width - 1 - column);
      if (fromEdge < FRAME_PIXELS && rim[row * width + column] !== drawn.rim[row * width + column])
        return false;
    }
  }
  return true;
}
