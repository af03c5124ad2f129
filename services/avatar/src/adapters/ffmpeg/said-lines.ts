/**
 * The lines of ffmpeg's words that begin so, white space aside. What it prints of a file's own tags begins with the name of
 * the tag, and is no longer searched for what ffmpeg itself found.
 */
export function logLinesStartingWith(words: string, beginning: string): string[] {
  return words.split(/[\r\n]+/).filter((line) => line.trimStart().startsWith(beginning));
}
