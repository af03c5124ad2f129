import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.js';

let service: TestService;
let known: string;
const database = () => join(service.dataDir, 'avatar.db');

beforeAll(async () => {
  service = await startTestService();
  for (let n = 0; n < 10; n++) {
    const { body } = await service.post('/tts/generate', { text: 'A job. '.repeat(400), format: 'wav' });
    known = body.job_id;
    await service.request('DELETE', `/tts/jobs/${known}`);
  }
  await service.restart({}, () => copyFileSync(database(), `${database()}.whole`));
});
afterAll(() => service.close());

function startOn(damage: () => void): Promise<void> {
  return service.restart({}, () => {
    for (const ending of ['', '-wal', '-shm']) rmSync(database() + ending, { force: true });
    copyFileSync(`${database()}.whole`, database());
    damage();
  });
}
beforeEach(() => startOn(() => {}));

function overwrite(offset: number, length: number): void {
  const bytes = readFileSync(database());
  bytes.fill(0xa5, offset, offset + length);
  writeFileSync(database(), bytes);
}

it.each<[string, () => void]>([
  ['its header', () => overwrite(0, 100)],
  ['its first page behind the header', () => overwrite(100, 3_996)],
  ['all but its first pages, which are cut off', () => truncateSync(database(), 3 * 4_096)],
  ['most of its pages', () => overwrite(4_096, readFileSync(database()).length - 4_096)],
])('a start says in one line that the database is damaged in %s, and how to go on', async (_, damage) => {
  const start = startOn(damage);
  await expect(start).rejects.toMatchObject({ code: 'unavailable' });
  await expect(start).rejects.toThrow(
    /^Cannot use the database \S+avatar\.db \([\w ]+\): put back a copy of it, or move it away to begin without it$/,
  );
});

it('a broken row is named, and the service is not ready', async () => {
  await startOn(() => {
    const db = new DatabaseSync(database());
    db.exec(`UPDATE jobs SET payload = 'no JSON' WHERE job_id = '${known}'`);
    db.close();
  });
  const { status, body } = await service.get(`/tts/jobs/${known}`);
  expect([status, body.code]).toEqual([503, 'unavailable']);
  expect(body.detail).toContain(`the job ${known} holds no JSON`);
  const ready = await service.get('/ready');
  expect([ready.status, ready.body.code]).toEqual([503, 'unavailable']);
  expect(ready.body.detail).toContain(known);
});
