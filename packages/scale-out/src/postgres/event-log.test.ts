import { type EventLogUnderTest, testEventLog } from '@anima/service/contracts';
import type { ServiceEvent } from '@anima/service/events';
import type { Postgres, PostgresEventLog } from '@anima/service/postgres';
import { findPostgres, startedPostgres } from '@anima/test-engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresEventLog } from './event-log.js';
import { openPostgres } from './open-postgres.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`PostgreSQL${missing}`, () => {
  let url: string;
  let db: Postgres;
  beforeAll(async () => {
    ({ url } = await startedPostgres());
    db = openPostgres({ url, name: 'test', onError: () => {} });
  });
  afterAll(() => db.close());

  const record = (log: PostgresEventLog, type: string, data: Record<string, unknown>, by = db) =>
    by.transaction(async (tx) => {
      const [event] = await log.append(tx, [{ type, data }]);
      if (event === undefined) throw new Error('Expected an event, received none');
      return event;
    });

  testEventLog('postgres', async () => {
    await db.query('DROP TABLE IF EXISTS anima_event, anima_event_count, anima_schema');
    const open = async (): Promise<EventLogUnderTest> => {
      const log = await openPostgresEventLog(db, { keep: 100 });
      return { log, record: (type, data) => record(log, type, data), reopen: open };
    };
    return open();
  });

  test('no event appears with a smaller id than a visible event, for any number of writers', async () => {
    const other = openPostgres({ url, name: 'other', onError: () => {} });
    const logs = [await openPostgresEventLog(db), await openPostgresEventLog(other)] as const;
    const from = await logs[0].latestId();
    const seen: ServiceEvent[] = [];
    let reading = Promise.resolve();
    let done = () => {};
    const all = new Promise<void>((resolve) => (done = resolve));
    const read = async () => {
      seen.push(...(await logs[0].after(seen.at(-1)?.id ?? from, 1000)));
      if (seen.length === 80) done();
    };
    const leave = logs[0].follow(() => {
      reading = reading.then(read);
    });
    const writes = Array.from({ length: 80 }, (_, n) =>
      n % 2 === 0 ? record(logs[0], 'item.created', { n }) : record(logs[1], 'item.created', { n }, other),
    );
    const events = await Promise.all(writes);
    await all;
    leave();
    expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: 80 }, (_, n) => from + 1 + n));
    expect(seen).toEqual(events.toSorted((a, b) => a.id - b.id));
    await other.close();
  });

  test('the log keeps fewer large events than small events, and never reuses ids', async () => {
    const log = await openPostgresEventLog(db, { maxBytes: 10_000 });
    for (let n = 0; n < 100; n++) await record(log, 'item.created', { text: 'x'.repeat(1_000) });
    const left = await log.after(0, 1_000);
    expect(left.length).toBeGreaterThan(5);
    expect(left.length).toBeLessThanOrEqual(11);
    expect([await log.latestId(), await log.oldestId()]).toEqual([left.at(-1)?.id, left[0]?.id]);
    await db.query('DELETE FROM anima_event');
    expect(await log.oldestId()).toBe((await log.latestId()) + 1);
  });

  test('a failed transaction leaves no event, and texts can contain U+0000', async () => {
    const log = await openPostgresEventLog(db);
    const last = await log.latestId();
    const failed = db.transaction(async (tx) => {
      await log.append(tx, [{ type: 'item.deleted', data: {} }]);
      throw new Error('changed its mind');
    });
    await expect(failed).rejects.toThrow('changed its mind');
    const event = await record(log, 'item.created', { text: 'a\0b' });
    expect(event.id).toBe(last + 1);
    expect(await log.after(last, 10)).toEqual([event]);
  });
});
