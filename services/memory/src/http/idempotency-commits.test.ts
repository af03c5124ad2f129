import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';
import { walCommits } from '../testing/wal-commits.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const commits = () => walCommits(join(service.dataDir, 'memory.db'));

const remember = (content: string, key?: string) =>
  service.post(
    '/api/v1/remember',
    { content, type: 'fact' },
    key === undefined ? {} : { 'idempotency-key': key },
  );

it('flushes the reservations and responses of many keyed writes together with their records', async () => {
  const WRITES = 24;
  const before = commits();
  const write = (n: number) => remember(`keyed ${n}`, `key ${n}`);
  const answers = await Promise.all(Array.from({ length: WRITES }, (_, n) => write(n)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  // Each on its own: a reservation, a record and an answer.
  expect(commits() - before).toBeLessThan(2 * WRITES);
  for (const [n, first] of answers.entries()) {
    const again = await write(n);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  }
});

it('stores reservations and responses for the next process', async () => {
  const first = await remember('kept', 'kept');
  expect(
    (await service.post('/api/v1/remember', { content: 'refused', type: 'no' }, { 'idempotency-key': 'r' }))
      .status,
  ).toBe(400);
  await service.restart();
  const again = await remember('kept', 'kept');
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  expect((await remember('other', 'kept')).body.code).toBe('idempotency_key_reused');
  expect((await remember('now right', 'r')).status).toBe(201);
});
