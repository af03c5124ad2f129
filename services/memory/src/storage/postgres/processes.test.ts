import { findPostgres } from '@anima/test-engines';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newAuditRun } from '../../audit/audit-store.contract.js';
import { beginRun, failUnfinishedRuns } from '../../audit/write-audit-runs.js';
import { openPostgresStore } from '../../testing/open-postgres-store.js';

const missing = findPostgres() === null ? ' (no postgres with pgvector: skipped)' : '';

describe.skipIf(missing !== '')(`processes of one database${missing}`, () => {
  let one: Awaited<ReturnType<typeof openPostgresStore>>;
  let other: typeof one;
  beforeEach(async () => {
    one = await openPostgresStore();
    other = await openPostgresStore(one.url);
  });
  afterEach(async () => {
    await one.close();
    await other.close();
  });

  const begin = async (at: typeof one) => {
    const run = newAuditRun();
    await beginRun(at.withTransaction, run, 5);
    return run.runId;
  };
  const failUnfinished = (at: typeof one) => failUnfinishedRuns(at.withTransaction, 9, 'gone');
  const stateOf = async (runId: string) => (await one.audits.byId(runId))?.state;
  const ageSigns = (ofProcess: string, ms: number) =>
    one.db.query('UPDATE processes SET renewed_at = renewed_at - $2 WHERE process_id = $1', [ofProcess, ms]);
  const ageSteadiness = (ofProcess: string) =>
    one.db.query('UPDATE processes SET steady_since = 0 WHERE process_id = $1', [ofProcess]);

  it('fail their own runs and the runs of exited processes, but not the runs of other active processes', async () => {
    const [ofOne, ofOther] = [await begin(one), await begin(other)];
    expect(await failUnfinished(one)).toBe(1);
    expect([await stateOf(ofOne), await stateOf(ofOther)]).toEqual(['failed', 'running']);
    await other.close();
    expect(await failUnfinished(one)).toBe(1);
    expect(await stateOf(ofOther)).toBe('failed');
    other = await openPostgresStore(one.url);
  });

  it('remove a process without heartbeats, after having been active for the same time themselves', async () => {
    const ofOther = await begin(other);
    await ageSigns(other.own.processId, 61_000);
    // A process that has just started, or that returns after an outage of the database, waits for the others.
    await one.own.renew();
    expect(await failUnfinished(one)).toBe(0);
    await ageSteadiness(one.own.processId);
    await ageSigns(one.own.processId, 61_000);
    await one.own.renew();
    expect(await failUnfinished(one)).toBe(0);
    await ageSteadiness(one.own.processId);
    await one.own.renew();
    expect(await failUnfinished(one)).toBe(1);
    expect(await stateOf(ofOther)).toBe('failed');
  });

  it('keep a process that sends heartbeats', async () => {
    await begin(other);
    await ageSteadiness(one.own.processId);
    await ageSigns(other.own.processId, 50_000);
    await one.own.renew();
    expect(await failUnfinished(one)).toBe(0);
  });
});
