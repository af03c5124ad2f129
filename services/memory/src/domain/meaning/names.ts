import { isFunctionWord } from '../lexicon/words-of-english.js';
import { fold } from '../retrieval/text/fold.js';
import type { Part } from './split-compound.js';

/** Function words that are names when written in capitals. */
const CAPITAL_NAMES: ReadonlySet<string> = new Set(['us', 'it', 'who']);

/** From this share of capitals on, a text of several words is a title, and a capital says nothing. */
const TITLE_SHARE = 0.7;

/** Whether each part is a name by its capitals. */
export function markNames(text: string, parts: readonly Part[]): boolean[] {
  const shouted = !/\p{Ll}/u.test(text) && parts.length > 2;
  const title = isTitle(text, parts);
  return parts.map((part, at) => {
    const written = text.slice(part.start, part.end);
    if (!/\p{Lu}/u.test(written) || part.number !== null || shouted) return false;
    const letters = written.replace(/[^\p{L}]/gu, '');
    const folded = fold(letters);
    if (letters.length >= 2 && /^\p{Lu}+s?$/u.test(letters))
      return !isFunctionWord(folded) || CAPITAL_NAMES.has(folded);
    if (isFunctionWord(fold(written))) return false;
    if (/\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(letters)) return true;
    return !title && /^\p{Lu}/u.test(written) && !startsSentence(text, parts, at);
  });
}

function startsSentence(text: string, parts: readonly Part[], at: number): boolean {
  const previous = parts[at - 1];
  return previous === undefined || /[.?!:;\n"“(]/.test(text.slice(previous.end, parts[at]!.start));
}

/** "How To Learn Python Fast": nearly every longer word inside has a capital. */
function isTitle(text: string, parts: readonly Part[]): boolean {
  const inside = parts.filter(({ start, end }, at) => end - start >= 4 && !startsSentence(text, parts, at));
  const capitals = inside.filter(({ start }) => /\p{Lu}/u.test(text[start]!));
  const functionCapitals = parts.some(
    ({ start, end }, at) => !startsSentence(text, parts, at) && isCapitalFunctionWord(text.slice(start, end)),
  );
  return inside.length >= 3 && functionCapitals && capitals.length >= TITLE_SHARE * inside.length;
}

function isCapitalFunctionWord(written: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(written) && isFunctionWord(fold(written));
}
