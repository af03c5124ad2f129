import type { Postgres } from '@anima/service/postgres';
import { expect, it } from 'vitest';
import { defaultSettings, type EngineSettings, type SettingsKeeper } from '../../settings/engine-settings.js';
import { openSharedSettings } from './shared-settings.js';

it('keeps the latest change if an earlier read arrives late', async () => {
  let stored: Partial<EngineSettings> = { live_sessions: 1 };
  let notify = (_: string) => {};
  let late: Promise<void> | undefined;
  const db = {
    async query() {
      const rows = [{ changed: JSON.stringify(stored) }];
      const wait = late;
      late = undefined;
      await wait;
      return rows;
    },
    async listen(_: string, onNotify: (payload: string) => void) {
      notify = onNotify;
      return async () => {};
    },
  } as unknown as Postgres;
  let current = defaultSettings;
  const file = {
    get current() {
      return current;
    },
    change: async (changes: Partial<EngineSettings>) => (current = { ...current, ...changes }),
  } as SettingsKeeper;
  const settings = await openSharedSettings(db, file, (error) => expect(error).toBe(undefined));

  let arrive = () => {};
  late = new Promise((resolve) => (arrive = resolve));
  notify('changed');
  await Promise.resolve();
  stored = { live_sessions: 2 };
  notify('changed');
  await new Promise(setImmediate);
  arrive();
  await new Promise(setImmediate);

  expect(settings.current.live_sessions).toBe(2);
});
