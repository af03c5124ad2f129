import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from './testing/test-service.js';

let service: TestService;
let known: string;

beforeAll(async () => {
  service = await startTestService();
  const { body } = await service.post('/api/v1/remember', {
    content: 'The lighthouse keeper is called Osgood',
    type: 'fact',
  });
  known = body.memory_id;
});
afterAll(() => service.close());

const indexFile = () => join(service.dataDir, 'memory.index');

/** Returns how the last start obtained the index. */
function lastOrigin() {
  const { index, because, replayed } = service
    .log()
    .filter(({ msg }) => msg === 'index ready')
    .at(-1)!;
  return { index, because, replayed };
}

async function finds(): Promise<boolean> {
  const { body } = await service.post('/api/v1/recall', { query: 'who keeps the lighthouse?' });
  return body.memories.some(({ memory_id }: { memory_id: string }) => memory_id === known);
}

it('opens the saved index if it matches the database', async () => {
  await service.restart();
  expect(lastOrigin()).toMatchObject({ index: 'saved', replayed: 0 });
  expect(await finds()).toBe(true);
});

it.each<[string, () => void]>([
  ['is missing', () => rmSync(indexFile())],
  ['is empty', () => writeFileSync(indexFile(), '')],
  ['is cut short', () => writeFileSync(indexFile(), readFileSync(indexFile()).subarray(0, -100))],
  [
    'has a changed byte',
    () => {
      const bytes = readFileSync(indexFile());
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      writeFileSync(indexFile(), bytes);
    },
  ],
])('rebuilds the index if its file %s', async (_, damage) => {
  await service.restart({}, damage);
  expect(lastOrigin()).toMatchObject({ index: 'rebuilt', replayed: 1, because: expect.any(String) });
  expect(await finds()).toBe(true);
});

it('replays changes that were written after the index was saved', async () => {
  await service.restart();
  copyFileSync(indexFile(), `${indexFile()}.old`);
  await service.post('/api/v1/remember', { content: 'Osgood has a dog called Biscuit', type: 'fact' });
  await service.patch(`/api/v1/memories/${known}`, { content: 'The lighthouse keeper is called Winifred' });
  await service.restart({}, () => copyFileSync(`${indexFile()}.old`, indexFile()));
  expect(lastOrigin()).toMatchObject({ index: 'saved', replayed: 2 });
  expect(await finds()).toBe(true);
  const { body } = await service.post('/api/v1/recall', { query: 'Winifred', limit: 1 });
  expect(body.memories[0].memory_id).toBe(known);
});

it('rebuilds the index if it belongs to another database or to a later state of this one', async () => {
  const other = await startTestService();
  await other.post('/api/v1/remember', { content: 'Another house', type: 'fact' });
  await other.restart();
  await service.restart({}, () => copyFileSync(join(other.dataDir, 'memory.index'), indexFile()));
  expect(lastOrigin()).toMatchObject({
    index: 'rebuilt',
    because: expect.stringContaining('another database'),
  });
  expect(await finds()).toBe(true);
  await other.close();

  // Restores an older copy of the database, like a backup.
  await service.restart({}, () =>
    copyFileSync(join(service.dataDir, 'memory.db'), join(service.dataDir, 'backup.db')),
  );
  await service.post('/api/v1/remember', { content: 'Written after the backup', type: 'fact' });
  await service.restart({}, () =>
    copyFileSync(join(service.dataDir, 'backup.db'), join(service.dataDir, 'memory.db')),
  );
  expect(lastOrigin()).toMatchObject({ index: 'rebuilt', because: expect.stringContaining('older') });
  expect((await service.get('/api/v1/memories')).body.total).toBe(2);
});
