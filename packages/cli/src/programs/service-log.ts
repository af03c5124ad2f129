import { closeSync, openSync, readSync, renameSync, statSync, watch } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** As a service does while it runs (packages/service/src/processes/own-log-file.ts). */
const MAX_BYTES = 10 * 1024 * 1024;
/** Of what a start says; its end counts. */
const MAX_SAID = 65_536;
/** Where a file system tells nothing of changes, as some shares do. */
const LOOK_MS = 1_000;

/** What a service says from now on. */
export interface ServiceLog {
  readonly path: string;
  /** Resolves with what the pattern finds first, null where the signal is aborted before. */
  find(pattern: RegExp, signal: AbortSignal): Promise<RegExpExecArray | null>;
  lastWords(): string;
  close(): void;
}

/** Begins at the end of the file; a full one goes aside, in place of the one before. */
export function openServiceLog(path: string): ServiceLog {
  const before = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (before > MAX_BYTES) renameSync(path, `${path}.1`);
  const file = openSync(path, 'a+', 0o600);
  let position = before > MAX_BYTES ? 0 : before;
  let said = '';
  const piece = Buffer.alloc(16_384);
  const decoder = new StringDecoder();
  const readOn = (): string => {
    for (;;) {
      const length = readSync(file, piece, 0, piece.length, position);
      if (length === 0) return said;
      position += length;
      said = (said + decoder.write(piece.subarray(0, length))).slice(-MAX_SAID);
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
        const timer = setInterval(look, LOOK_MS);
        signal.addEventListener('abort', look);
        look();
      }),
    lastWords: () => readOn().trim().split('\n').at(-1) || 'it said nothing',
    close: () => closeSync(file),
  };
}
