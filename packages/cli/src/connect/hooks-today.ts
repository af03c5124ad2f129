import { type ConnectSettings, keepConnectSettings, readConnectSettings } from './connect-settings.js';
import { ConnectError } from './files/tool-file.js';
import { openMemoryService } from './hook/memory-service.js';
import { type HookRecord, readHookRecords } from './hook-log.js';

const UNDO_LIMIT_MS = 10_000;

export interface HookDay {
  records: HookRecord[];
  stored: number;
  injected: number;
  /** Number of injections that arrived too late. */
  lost: number;
  /** Upper estimate of the injected tokens. */
  tokens: number;
}

/** Returns the records since midnight, local time. */
export function hooksToday(home: string, now: Date): HookDay {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const records = readHookRecords(home).filter(({ at }) => Date.parse(at) >= midnight);
  const sum = (of: (record: HookRecord) => number) =>
    records.reduce((total, record) => total + of(record), 0);
  return {
    records,
    stored: sum(({ stored }) => stored.length),
    injected: sum(({ injected }) => injected.length),
    lost: sum(({ lost }) => (lost === true ? 1 : 0)),
    tokens: sum(({ tokens }) => tokens),
  };
}

/**
 * Undoes one hook: archives its stored memories, and excludes its injected memories from later injections.
 * @throws ConnectError if the log has no record with this id, or if the service fails.
 */
export async function undoHook(
  home: string,
  id: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ forgotten: number; hidden: number }> {
  const record = readHookRecords(home).findLast((each) => each.id === id);
  if (record === undefined)
    throw new ConnectError(`Expected an id of anima log, received ${JSON.stringify(id)}`);
  const settings = readConnectSettings(home, env);
  const forgotten = await forgetAll(settings, record);
  const hidden = record.injected.filter((each) => !settings.hidden.includes(each));
  if (hidden.length > 0) keepConnectSettings(home, { hidden: [...settings.hidden, ...hidden] });
  return { forgotten, hidden: hidden.length };
}

async function forgetAll(settings: ConnectSettings, { tool, stored }: HookRecord): Promise<number> {
  if (stored.length === 0) return 0;
  const service = await openMemoryService(settings, tool, UNDO_LIMIT_MS);
  let forgotten = 0;
  try {
    for (const memory_id of stored) {
      const { status, body } = await service.post('/api/v1/forget', { memory_id });
      if (status === 200) forgotten++;
      else if (status !== 404)
        throw new ConnectError(`The memory service responded with ${status} ${body.detail ?? ''}`.trim());
    }
  } catch (error) {
    if (error instanceof ConnectError) throw error;
    throw new ConnectError(
      `The memory service is not reachable at ${settings.url} (${(error as Error).message}). Start it with: anima start`,
    );
  } finally {
    service.close();
  }
  return forgotten;
}
