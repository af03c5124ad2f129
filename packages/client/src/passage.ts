const MAX_WORDS = 60;
const MAX_PLACES = 40;

/**
 * Returns the passage of a text, of at most `maxCharacters`, that has the most and the rarest words of a
 * query; without any of them, the start. An ellipsis marks omitted text.
 */
export function passageOf(content: string, query: string, maxCharacters: number): string {
  if (content.length <= maxCharacters) return content;
  const lower = content.toLowerCase();
  const places = wordsOf(query).flatMap((word) => {
    const found: number[] = [];
    for (
      let at = lower.indexOf(word);
      at !== -1 && found.length < MAX_PLACES;
      at = lower.indexOf(word, at + word.length)
    )
      found.push(at);
    return found.map((at) => ({ word, at, weight: 1 / found.length }));
  });
  let start = 0;
  let best = 0;
  for (const { at: from } of places) {
    const seen = new Map<string, number>();
    for (const { word, at, weight } of places)
      if (at >= from && at < from + maxCharacters / 2) seen.set(word, weight);
    const weight = [...seen.values()].reduce((sum, each) => sum + each, 0);
    if (weight > best) [best, start] = [weight, Math.max(0, from - maxCharacters / 4)];
  }
  const end = Math.min(content.length, start + maxCharacters);
  const from = Math.max(0, end - maxCharacters);
  return `${from > 0 ? '... ' : ''}${content.slice(from, end).toWellFormed()}${end < content.length ? ' ...' : ''}`;
}

/** Scripts without spaces between words. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** Words of three letters and more; of a script without spaces, pairs of characters. */
function wordsOf(query: string): string[] {
  const words = (query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((word) =>
    word.match(DENSE) === null
      ? word.length >= 3
        ? [word]
        : []
      : [...word].slice(1).map((character, at) => `${[...word][at]}${character}`),
  );
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Returns the length of a text in letters; characters of scripts without spaces count three times. */
export const lengthInLetters = (text: string): number => text.length + 2 * (text.match(DENSE)?.length ?? 0);
