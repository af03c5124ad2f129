import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.js';

let service: TestService;
let known: string;
const at = (name: string) => join(service.dataDir, name);

beforeAll(async () => {
  service = await startTestService();
  for (let n = 0; n < 30; n++) {
    const content = `Lighthouse ${n} has the keeper ${n * 7}. ${'It stands on a rock. '.repeat(20)}`;
    const { body } = await service.post('/api/v1/remember', { content, type: 'fact' });
    known = body.memory_id;
  }
  await service.restart({}, () => {
    for (const name of ['memory.db', 'memory.index']) copyFileSync(at(name), at(`whole-${name}`));
  });
});
afterAll(() => service.close());

/** Restores intact files, applies `damage` and starts the service. Rejects if the start fails. */
function startOn(damage: () => void): Promise<void> {
  return service.restart({}, () => {
    for (const name of ['memory.db', 'memory.db-wal', 'memory.db-shm']) rmSync(at(name), { force: true });
    for (const name of ['memory.db', 'memory.index']) copyFileSync(at(`whole-${name}`), at(name));
    damage();
  });
}
beforeEach(() => startOn(() => {}));

function overwrite(offset: number, length: number): void {
  const bytes = readFileSync(at('memory.db'));
  bytes.fill(0xa5, offset, offset + length);
  writeFileSync(at('memory.db'), bytes);
}
const size = () => readFileSync(at('memory.db')).length;
const statusOf = async () => (await service.get('/api/v1/status')).body;

it.each<[string, () => void]>([
  ['its header', () => overwrite(0, 100)],
  ['its first page behind the header', () => overwrite(100, 3_996)],
  ['its end, which is cut off', () => truncateSync(at('memory.db'), 4_096 * Math.floor(size() / 8_192))],
  ['its end, within a page', () => truncateSync(at('memory.db'), size() / 2 + 100)],
  ['all but a few bytes', () => truncateSync(at('memory.db'), 50)],
])('a start reports in one line that the database is damaged in %s, and the solution', async (_, damage) => {
  const start = startOn(damage);
  await expect(start).rejects.toMatchObject({ code: 'unavailable' });
  await expect(start).rejects.toThrow(
    /^Cannot use the database \S+memory\.db \([\w ]+\): put back a copy of it, or move it away to begin without it$/,
  );
});

it.each([0.25, 0.5, 0.75])(
  'a damaged page at %s of the file is reported by the start or by reads',
  async (share) => {
    const page = Math.floor((size() * share) / 4_096);
    const started = await startOn(() => overwrite(page * 4_096, 4_096)).then(
      () => true,
      (error: Error) => {
        expect(error.message).toMatch(/^Cannot use the database \S+ \(.+\): put back a copy/);
        return false;
      },
    );
    if (!started) return;
    const { status, body } = await service.get('/api/v1/memories?page_size=200');
    expect([200, 503]).toContain(status);
    if (status === 200) return;
    expect(body.detail).toContain('damaged');
    expect((await statusOf()).status).toBe('degraded');
  },
);

it.each([
  ['tags', "'no JSON'"],
  ['merged_from', "'['"],
  ['created_at', '9007199254740991'],
])('an invalid row (%s) is reported with its id, and the service is degraded', async (column, value) => {
  await startOn(() => {
    const db = new DatabaseSync(at('memory.db'));
    db.exec(`UPDATE memories SET ${column} = ${value} WHERE memory_id = '${known}'`);
    db.close();
  });
  const { status, body } = await service.post('/api/v1/get', { memory_id: known });
  expect([status, body.code]).toEqual([503, 'unavailable']);
  expect(body.detail).toContain(`the memory ${known} holds`);
  const { status: whole, components } = await statusOf();
  expect([whole, components.database.status]).toEqual(['degraded', 'down']);
  expect(components.database.detail).toContain(known);
  expect((await service.post('/api/v1/remember', { content: 'Still here.', type: 'fact' })).status).toBe(201);
});

it('an empty database next to an index with memories is rejected and named', async () => {
  const start = startOn(() => writeFileSync(at('memory.db'), ''));
  await expect(start).rejects.toThrow(
    'The database memory.db is empty, but memory.index next to it contains 30 memories. Restore a copy of the database, or move memory.index away to start without memories',
  );
  await service.restart({}, () => rmSync(at('memory.index')));
  expect((await statusOf()).status).toBe('ok');
});
