import { closeSync, openSync, readSync, renameSync, statSync, watch } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** The limit that running services apply (packages/service/src/processes/own-log-file.ts). */
const MAX_BYTES = 10 * 1024 * 1024;
/** Maximum number of kept characters; the end of the log is kept. */
const MAX_CHARACTERS = 65_536;
/** Poll interval, for file systems that report no changes. */
const POLL_MS = 1_000;

/** The part of a log that a service writes from now on. */
export interface ServiceLog {
  readonly path: string;
  /** Resolves with the first match of the pattern, null if the signal is aborted first. */
  find(pattern: RegExp, signal: AbortSignal): Promise<RegExpExecArray | null>;
  lastWords(): string;
  close(): void;
}

/** Starts at the end of the file. A full file is renamed to `.log.1`, which replaces the previous one. */
export function openServiceLog(path: string): ServiceLog {
  const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (before > MAX_BYTES) renameSync(path, `${path}.1`);
  const file = openSync(path, 'a+', 0o600);
  let position = before > MAX_BYTES ? 0 : before;
  let text = '';
  const piece = Buffer.alloc(16_384);
  const decoder = new StringDecoder();
  const readOn = (): string => {
    for (;;) {
      const length = readSync(file, piece, 0, piece.length, position);
      if (length === 0) return text;
      position += length;
      text = (text + decoder.write(piece.subarray(0, length))).slice(-MAX_CHARACTERS);
    }
  };
  return {
    path,
    find: (pattern, signal) =>
      new Promise((resolve) => {
        const look = () => {
          const found = pattern.exec(readOn());
          if (found === null && !signal.aborted) return;
          watcher.close();
          clearInterval(timer);
          signal.removeEventListener('abort', look);
          resolve(found);
        };
        const watcher = watch(path, look).on('error', () => {});
        const timer = setInterval(look, POLL_MS);
        signal.addEventListener('abort', look);
        look();
      }),
    lastWords: () => readOn().trim().split('\n').at(-1) || 'it wrote nothing to its log',
    close: () => closeSync(file),
  };
}
