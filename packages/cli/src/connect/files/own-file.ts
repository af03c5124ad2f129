import { ConnectError, type ToolFile } from './tool-file.js';

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
