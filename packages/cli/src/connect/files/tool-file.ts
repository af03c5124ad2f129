/** A file of another tool, and what is ours in it. Both functions are pure: nothing is written before every file is known. */
export interface ToolFile {
  path: string;
  /** What is put there, in a few words for a person. */
  what: string;
  /** Of a file that only its owner should run or read; default: as it is, 0600 for a new one. */
  mode?: number;
  /**
   * The text with ours in it. `null` for a file that is not there.
   * @throws ConnectError where the file is broken, or holds something else where ours would stand.
   */
  add(text: string | null): string;
  /**
   * The text without ours, whatever else has changed in it; `null` where nothing but ours stood there.
   * @param before The text that ours was put into: what stood there then is not ours.
   */
  remove(text: string, before: string | null): string | null;
}

/** What a person can mend; told in one line, and nothing was written. */
export class ConnectError extends Error {}

/** The ends of lines of a text: those it has. */
export const endOfLine = (text: string): '\n' | '\r\n' => (text.includes('\r\n') ? '\r\n' : '\n');

/** "line 3, column 5" of an offset. */
export function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`;
}
