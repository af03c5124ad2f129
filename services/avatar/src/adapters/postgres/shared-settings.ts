import type { Postgres, PostgresQueries } from '@anima/service/postgres';
import pLimit from 'p-limit';
import { defaultSettings, type EngineSettings, type SettingsKeeper } from '../../settings/engine-settings.js';

const CHANNEL = 'avatar_settings';

/**
 * Opens the settings that all processes on one database share. A change in one process reaches the others a
 * moment later. The settings file of each process follows the database: the process starts with it if the
 * database is unreachable, and backups contain it. A new database, and a database after a restore, takes the
 * settings from the file.
 */
export async function openSharedSettings(
  db: Postgres,
  file: SettingsKeeper,
  onTrouble: (error: unknown) => void,
): Promise<SettingsKeeper & { close(): Promise<void> }> {
  const stored = async (on: PostgresQueries, lock = '') => {
    const [row] = await on.query<{ changed: string }>(`SELECT changed FROM avatar.settings ${lock}`);
    return row === undefined ? null : (JSON.parse(row.changed) as Partial<EngineSettings>);
  };
  const store = (on: PostgresQueries, settings: Partial<EngineSettings>) =>
    on.query(
      `INSERT INTO avatar.settings (changed) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET changed = excluded.changed`,
      [JSON.stringify(settings)],
    );

  /** Keeps settings that only another version knows. */
  const write = (next: (before: Partial<EngineSettings>) => Partial<EngineSettings>) =>
    db.transaction(async (tx) => {
      await tx.query('LOCK TABLE avatar.settings IN SHARE ROW EXCLUSIVE MODE');
      const settings = next((await stored(tx)) ?? {});
      await store(tx, settings);
      await tx.query('SELECT pg_notify($1, $2)', [CHANNEL, 'changed']);
      return settings;
    });

  /**
   * Applies changes one at a time, each to the stored settings, so that the last write is the latest state.
   */
  const inTurn = pLimit(1);
  const follow = () =>
    inTurn(async () => {
      const settings = await stored(db);
      if (settings !== null) await file.change({ ...defaultSettings, ...settings });
    });

  if ((await stored(db)) === null) await write((before) => ({ ...file.current, ...before }));
  const unlisten = await db.listen(CHANNEL, () => void follow().catch(onTrouble));
  await follow();
  return {
    get current() {
      return file.current;
    },
    async change(changes) {
      const settings = await write((before) => ({ ...before, ...changes }));
      await follow();
      return { ...defaultSettings, ...settings };
    },
    async reset() {
      await write(() => ({ ...defaultSettings }));
      return file.reset();
    },
    async reload() {
      await file.reload();
      await write((before) => ({ ...before, ...file.current }));
    },
    close: unlisten,
  };
}
