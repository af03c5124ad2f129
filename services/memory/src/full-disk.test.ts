import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maySmallDisk, mountSmallDisk, type SmallDisk } from '@anima/service/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from './testing/archive-text.js';
import { startTestService, type TestService } from './testing/test-service.js';

const DISK_BYTES = 8 * 1024 * 1024;

let disk: SmallDisk;
let elsewhere: string;
let service: TestService;

beforeEach(async () => {
  if (!maySmallDisk()) return;
  disk = mountSmallDisk(DISK_BYTES);
  elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'anima-elsewhere-')));
  service = await startTestService({
    MEMORY_DATA_DIR: join(disk.path, 'data'),
    MEMORY_FILE_ROOTS: [disk.path, elsewhere].join(':'),
  });
});
afterEach(async () => {
  try {
    await service?.close();
  } finally {
    disk?.remove();
    if (elsewhere !== undefined) rmSync(elsewhere, { recursive: true, force: true });
  }
});

const remember = (content: string, key?: string) =>
  service.post(
    '/api/v1/remember',
    { content, type: 'fact' },
    key === undefined ? {} : { 'idempotency-key': key },
  );
const total = async () => (await service.get('/api/v1/memories')).body.total;

function archiveElsewhere(name: string, memories: unknown[]): string {
  const path = join(elsewhere, name);
  writeFileSync(path, JSON.stringify(archiveOf({ memories })));
  return path;
}

it.skipIf(!maySmallDisk())(
  'rejects writes on a full disk with 507, still reads, and writes again once there is space',
  { timeout: 60_000 },
  async () => {
    const { body: known } = await remember('The heron nests by the mill');
    const source_path = archiveElsewhere(
      'few.json',
      [1, 2, 3].map((n) => memoryRecord({ content: `imported ${n}` })),
    );
    writeFileSync(join(elsewhere, 'CLAUDE.md'), '- Deploys run on Fridays\n');
    disk.fill();

    const writes: [string, unknown, Record<string, string>?][] = [
      ['remember', { content: 'too late', type: 'fact' }],
      ['remember', { content: 'too late', type: 'fact' }, { 'idempotency-key': 'k' }],
      ['forget', { memory_id: known.memory_id }],
      ['share', { memory_id: known.memory_id }],
      ['cache/store', { query: 'q', model: 'm', response: 'r', context_depth: 0 }],
      ['agents/heartbeat', { agent_id: 'ann', project_id: 'mill' }],
      ['memories/audit', { scope: 'global' }],
      ['import', { source_path }],
      ['import/foreign', { source_path: join(elsewhere, 'CLAUDE.md'), format: 'claude-md' }],
      ['export', { output_path: join(disk.path, 'full.json') }],
    ];
    for (const [path, body, headers] of writes) {
      const answer = await service.post(`/api/v1/${path}`, body, headers);
      expect([path, answer.status, answer.body.code]).toEqual([path, 507, 'storage_full']);
    }

    expect((await service.post('/api/v1/recall', { query: 'heron' })).body.memories).toHaveLength(1);
    expect((await service.post('/api/v1/search', { query: 'heron' })).body.total).toBe(1);
    expect((await service.get('/api/v1/status')).body.memories.total).toBe(1);
    const saved = await service.post('/api/v1/export', { output_path: join(elsewhere, 'saved.json') });
    expect([saved.status, saved.body.counts.memories]).toEqual([200, 1]);
    expect(readdirSync(disk.path).sort()).toEqual(['data', 'filler']);
    expect(readdirSync(join(disk.path, 'data')).filter((name) => /import|tmp/.test(name))).toEqual([]);

    // It stops normally, and starts again once there is free space.
    const start = service.restart({}, () => disk.fill());
    await expect(start).rejects.toMatchObject({ code: 'storage_full' });
    disk.makeRoom();
    await service.restart();
    expect((await service.post('/api/v1/recall', { query: 'heron' })).body.memories).toHaveLength(1);
    expect((await remember('too late', 'k')).status).toBe(201);
    expect((await remember('too late', 'k')).headers.get('idempotency-replayed')).toBe('true');
    expect((await service.post('/api/v1/import', { source_path })).body.counts.created).toBe(3);
    expect(await total()).toBe(5);
    const { body: events } = await service.get('/api/v1/status');
    expect(events.components.vector_index.status).toBe('ok');
  },
);

it.skipIf(!maySmallDisk())(
  'reports a committed import as created even if the disk has no space for the checkpoint',
  async () => {
    // The content is written to the stage, the log and the database; the third copy does not fit while the
    // first exists.
    const changes = { content: { from: 'x'.repeat(DISK_BYTES * 0.36), to: 'We deploy on Fridays' } };
    const at = '2026-03-01T10:30:00.000Z';
    const rewritten = { revision: 2, change: 'updated' as const, agent_id: 'ann', changed_at: at, changes };
    const record = memoryRecord({ history: [rewritten] });
    const source_path = archiveElsewhere('long.json', [record]);
    const imported = await service.post('/api/v1/import', { source_path });
    expect([imported.status, imported.body.counts?.created]).toEqual([200, 1]);
    await service.restart();
    const { body } = await service.get(`/api/v1/memories/${record.memory_id}/history`);
    expect(body.history[1].changes.content.from).toHaveLength(changes.content.from.length);
  },
);
