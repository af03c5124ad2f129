import { ConnectError, type ToolFile } from './tool-file.js';

/** A file that is ours alone, in a folder where a tool looks for such files. */
export function ownFile(options: { path: string; what: string; content: string; mode?: number }): ToolFile {
  const { path, what, content, mode } = options;
  return {
    path,
    what,
    ...(mode === undefined ? {} : { mode }),
    add: (text) => {
      if (text !== null && text !== content)
        throw new ConnectError(
          `${path} is there already, and anima connect did not write it; rename or remove it first`,
        );
      return content;
    },
    // Changed by somebody it is theirs.
    remove: (text) => (text === content ? null : text),
  };
}
