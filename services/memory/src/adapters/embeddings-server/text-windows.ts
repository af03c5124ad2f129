/** How much of a text one vector stands for, in UTF-16 units: a server's tokeniser is not known here. */
export interface TextWindow {
  units: number;
  /** What two neighbours share. */
  overlap: number;
}

/** English has 4 to 5 letters a token, other scripts one or two: a text of these may be cut by its server, and is cut here before. */
const UNITS_A_TOKEN = 3;

export function windowOf(maxTokens: number): TextWindow {
  const units = maxTokens * UNITS_A_TOKEN;
  return { units, overlap: Math.floor(units / 8) };
}

/** Parts that cover the text, in order, each cut where words end if there is such a place in its last quarter; at least one. */
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

/** Behind the last white space in [from, to), else `to`, never within a character. */
function placeToCut(text: string, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) if (/\s/.test(text.charAt(at))) return at + 1;
  return wholeCharacter(text, to);
}

function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
