/** A file of another tool with entries of Anima. Both functions are pure: callers plan all files before they write one. */
export interface ToolFile {
  path: string;
  /** Description of the entries for users. */
  what: string;
  /** Permissions; default: unchanged, 0600 for a new file. */
  mode?: number;
  /**
   * Returns the text with the entries of Anima.
   * @param text Null if the file does not exist.
   * @throws ConnectError if the file is invalid, or has other content where the entries belong.
   */
  add(text: string | null): string;
  /**
   * Returns the text without the entries of Anima, also if other content has changed; null if the file had no other content.
   * @param before The text before the entries were added: its content is kept.
   */
  remove(text: string, before: string | null): string | null;
}

/** An error that the user can fix, with a message of one line. All files are unchanged. */
export class ConnectError extends Error {}

/** Returns the line ends of a text. */
export const endOfLine = (text: string): '\n' | '\r\n' => (text.includes('\r\n') ? '\r\n' : '\n');

/** Formats an offset as "line 3, column 5". */
export function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `line ${before.split('\n').length}, column ${offset - before.lastIndexOf('\n')}`;
}

/** A file that only Anima writes, in a folder from which a tool loads all files. */
export function ownFile(options: { path: string; what: string; content: string; mode?: number }): ToolFile {
  const { path, what, content, mode } = options;
  return {
    path,
    what,
    ...(mode === undefined ? {} : { mode }),
    add: (text) => {
      if (text !== null && text !== content)
        throw new ConnectError(
          `${path} already exists, and anima connect did not write it. Rename or remove it first`,
        );
      return content;
    },
    // A file that the user changed stays.
    remove: (text) => (text === content ? null : text),
  };
}
