/** Size of the text for one vector in UTF-16 units, because the tokeniser of a server is unknown. */
export interface TextWindow {
  units: number;
  /** Number of units that two adjacent windows share. */
  overlap: number;
}

/** English has 4 to 5 letters per token, other scripts 1 or 2. Servers could truncate longer texts. */
const UNITS_A_TOKEN = 3;

/** Returns the size of a window of at most `maxTokens` tokens that leaves room for `prefix` units. */
export function windowOf(maxTokens: number, prefix = 0): TextWindow {
  const units = Math.max(UNITS_A_TOKEN * 16, maxTokens * UNITS_A_TOKEN - prefix);
  return { units, overlap: Math.floor(units / 8) };
}

/** Splits a text into one or more windows, between words if their last quarter has white space. */
export function textWindows(text: string, { units, overlap }: TextWindow): string[] {
  const windows: string[] = [];
  let start = 0;
  while (text.length - start > units) {
    const end = placeToCut(text, start + Math.ceil(units * 0.75), start + units);
    windows.push(text.slice(start, end));
    start = placeToCut(text, end - overlap, end);
    if (start === end) start = wholeCharacter(text, end - overlap);
  }
  windows.push(text.slice(start));
  return windows;
}

/** Returns the position after the last white space, else `to`; never inside a surrogate pair. */
function placeToCut(text: string, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (/\s/.test(text.charAt(at))) return at + 1;
  return wholeCharacter(text, to);
}

function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
