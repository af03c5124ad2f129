import { setTimeout as delay } from 'node:timers/promises';
import { readText } from '@anima/calls/read-body';
import { callWithin } from '@anima/calls/signals';
import { AppError } from '@anima/service/errors';

export interface RunningService {
  url: string;
  close(): Promise<void>;
}

export interface ServiceLink {
  /** Resolves to the address of a service that responds; this process may start that service. */
  reach(): Promise<string>;
  /** Reports that the service at this address no longer responds: the next `reach` searches again. */
  lost(url: string): void;
  /** Stops the service if this process started it. */
  close(): Promise<void>;
}

/** Time limit for another process to load the model and the index, or to save the index. */
const REACH_LIMIT_MS = 30_000;
const RETRY_MS = 100;
const PROBE_LIMIT_MS = 2_000;

/**
 * Finds the memory service at `url`, or starts it in this process, where other processes find it. A data
 * directory is used by one process only: other processes that try to start it at the same time are rejected
 * and find this one. When that process exits, the next process that makes a call takes over.
 *
 * Without `start`, only the service at `url` is used. Without `url` (port 0), a service can only be started,
 * not found.
 */
export function createServiceLink(options: {
  url: string | null;
  start: (() => Promise<RunningService>) | null;
}): ServiceLink {
  let own: RunningService | null = null;
  let reached: Promise<string> | null = null;
  let closing = false;

  async function findOrStart(): Promise<string> {
    const { url, start } = options;
    const deadline = Date.now() + REACH_LIMIT_MS;
    for (;;) {
      if (url !== null && (await answers(url))) return url;
      if (start === null)
        throw new AppError(
          'unavailable',
          `The memory service at ${url} is unreachable. Start it there, or unset MEMORY_URL`,
        );
      if (closing) throw new AppError('unavailable', 'This process is stopping');
      try {
        own = await start();
        return own.url;
      } catch (error) {
        if (!isTakenByAnother(error)) throw error;
        if (url === null || Date.now() > deadline) throw withoutAnswer(error, url);
      }
      await delay(RETRY_MS);
    }
  }

  return {
    reach: () => {
      reached ??= findOrStart().catch((error: unknown) => {
        reached = null;
        throw error;
      });
      return reached;
    },
    lost: (url) => {
      if (own?.url !== url) reached = null;
    },
    close: async () => {
      closing = true;
      await reached?.catch(() => {});
      await own?.close();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return await callWithin(PROBE_LIMIT_MS, [], async (signal) => {
      const response = await fetch(`${url}/health`, { signal });
      await readText(response, signal);
      return response.ok;
    });
  } catch {
    return false;
  }
}

function isTakenByAnother(error: unknown): error is AppError {
  return error instanceof AppError && ['data_directory_locked', 'address_in_use'].includes(error.code);
}

function withoutAnswer(error: AppError, url: string | null): AppError {
  const at =
    url === null ? 'its address is unknown (MEMORY_PORT is 0)' : `no memory service is reachable at ${url}`;
  return new AppError('unavailable', `${error.message}, and ${at}; set MEMORY_URL to its address`);
}
