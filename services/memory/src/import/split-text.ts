/** Positions at which a text can be split, the best first: between blocks, lines, sentences, words. */
const borders = [/\n{2,}/g, /\n/g, /(?<=[.!?;])\s/g, /\s/g];

/** Splits the text into parts of at most `maxBytes` of UTF-8. Only white space is lost. */
export function splitText(text: string, maxBytes: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (Buffer.byteLength(rest) > maxBytes) {
    const fits = prefixWithin(rest, maxBytes);
    const cut = lastBorder(fits) ?? fits.length;
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/** Returns the last border in the second half of the text, which avoids many small parts. */
function lastBorder(text: string): number | null {
  for (const border of borders) {
    const last = [...text.matchAll(border)].at(-1);
    if (last !== undefined && last.index >= text.length / 2) return last.index;
  }
  return null;
}

function prefixWithin(text: string, maxBytes: number): string {
  let end = 0;
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  // A limit below one character would cause an infinite loop.
  return text.slice(0, Math.max(end, String.fromCodePoint(text.codePointAt(0)!).length));
}
