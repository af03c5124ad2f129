/** The virtual directory of the files. It always exists. */
export const ROOT = '/memories';

const MAX_PATH_LENGTH = 900;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names of files have none
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/** A problem that the model can solve: its text is the result of the tool. */
export class ToolFailure extends Error {}

/** Returns the path without a slash at its end. @throws ToolFailure for a path outside the directory. */
export function memoryPath(given: string): string {
  const path = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given;
  if (path !== ROOT && !path.startsWith(`${ROOT}/`))
    throw new ToolFailure(`Error: Path must start with ${ROOT}, got: ${given}`);
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => ['.', '..'].includes(decoded(segment))) || decoded(path).includes('/../'))
    throw new ToolFailure(`Error: Path ${given} would escape ${ROOT} directory`);
  if (segments.includes('') || FORBIDDEN.test(decoded(path)) || path.length > MAX_PATH_LENGTH)
    throw new ToolFailure(`Error: Invalid path: ${given}`);
  return path;
}

/** Decodes percent escapes, also repeated ones: "%252e" is ".". */
function decoded(text: string): string {
  let last = text;
  for (let round = 0; round < 3; round++) {
    try {
      const next = decodeURIComponent(last);
      if (next === last) return next;
      last = next;
    } catch {
      return last;
    }
  }
  return last;
}

/** Whether listings omit a file with this path below a directory. */
export const isHidden = (relative: string): boolean =>
  relative.split('/').some((segment) => segment.startsWith('.') || segment === 'node_modules');
