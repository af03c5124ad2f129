import { readFileSync } from 'node:fs';
import type { LogStream } from '../processes/log.js';

export interface StartOptions {
  /** Receives the access log and notices as JSON lines; default: stdout. */
  logStream?: LogStream;
  /** Turns a response that does not match its schema into an error, for tests. */
  checkResponses?: boolean;
}

/** A service that listens. */
export interface RunningService {
  url: string;
  /** Closes all resources in reverse order, and then throws their errors. A second call does nothing. */
  close(): Promise<void>;
}

/** Registers how the last opened resource is closed. */
export type OnClose = (closer: () => unknown) => void;

/**
 * Runs `start`, which opens resources one after the other and listens at the end. If it fails, closes the
 * opened resources in reverse order and throws its error.
 */
export async function startService(
  start: (onClose: OnClose) => Promise<{ url: string }>,
): Promise<RunningService> {
  const closers: (() => unknown)[] = [];
  try {
    const { url } = await start((closer) => closers.push(closer));
    return { url, close: () => closeAll(closers) };
  } catch (error) {
    // Why it did not start is the news, not what could not be closed after that.
    await closeAll(closers).catch(() => {});
    throw error;
  }
}

async function closeAll(closers: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const closer of closers.splice(0).reverse()) {
    try {
      await closer();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1)
    throw new AggregateError(failures, 'Several things could not be closed', { cause: failures[0] });
  if (failures.length === 1) throw failures[0];
}

/** Returns the version in a package.json. */
export function readVersion(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
