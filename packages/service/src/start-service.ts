import { readFileSync } from 'node:fs';
import type { LogStream } from './log.js';

export interface StartOptions {
  /** Receives the access log and notices as JSON lines; default: stdout. */
  logStream?: LogStream;
  /** Turns an answer that is not as its schema says into an error, for tests. */
  checkResponses?: boolean;
}

/** A service that listens. */
export interface RunningService {
  url: string;
  /** Closes what it opened, the last first. A second call finds nothing left to close. */
  close(): Promise<void>;
}

/** Says how what was just opened is closed. */
export type OnClose = (closer: () => unknown) => void;

/**
 * Runs `start`, which opens one thing after the other and listens at last. Where it fails, what was open by then is closed,
 * the last first, and its error comes through.
 */
export async function startService(
  start: (onClose: OnClose) => Promise<{ url: string }>,
): Promise<RunningService> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const { url } = await start((closer) => closers.push(closer));
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Of a package.json. */
export function readVersion(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
