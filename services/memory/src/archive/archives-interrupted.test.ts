import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from '../testing/archive-text.js';
import { createHeldEmbedder } from '../testing/held-embedder.js';
import { sharedEmbedder, startTestService, type TestService } from '../testing/test-service.js';

let folder: string;
let archive: string;
let service: TestService;
let embedder: ReturnType<typeof createHeldEmbedder>;
const MEMORIES = 60;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'anima-archives-')));
  archive = join(folder, 'archive.json');
  const project = { project_id: '019b0000-0000-7000-8000-00000000000d', project: 'brought' };
  const memories = Array.from({ length: MEMORIES }, (_, i) =>
    memoryRecord({ content: `imported ${i}`, ...project }),
  );
  writeFileSync(archive, JSON.stringify(archiveOf({ memories })));
  embedder = createHeldEmbedder(await sharedEmbedder());
  service = await startTestService({ MEMORY_FILE_ROOTS: folder }, { embedder: embedder.embedder });
});

afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const stages = () => readdirSync(service.dataDir).filter((name) => name.startsWith('memory.import'));
const total = async () => (await service.get('/api/v1/memories?include_archived=true')).body.total as number;

describe('an import', () => {
  it('is given up when the service stops', async () => {
    const underWay = embedder.hold(/^imported/);
    const imported = service.post('/api/v1/import', { source_path: archive });
    await underWay;
    expect(stages()).not.toEqual([]);
    await service.restart({}, () => expect(stages()).toEqual([]));
    const { status, body } = await imported;
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(await total()).toBe(0);
  });

  it('lets others read and write in the meantime, and continues if its client disconnects', async () => {
    const underWay = embedder.hold(/^imported/);
    const abort = new AbortController();
    const gone = service.request('POST', '/api/v1/import', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source_path: archive }),
      signal: abort.signal,
    });
    await underWay;
    abort.abort();
    await expect(gone).rejects.toThrow('aborted');
    const ids: string[] = [];
    while (stages().length > 0) {
      const { status, body } = await service.post('/api/v1/remember', {
        content: `written meanwhile ${ids.length}`,
        type: 'fact',
        project: 'brought',
      });
      expect(status).toBe(201);
      ids.push(body.memory_id);
      const recalled = await service.post('/api/v1/search', { query: 'meanwhile', page_size: 1 });
      expect(recalled.body.results).toHaveLength(1);
      if (ids.length < 3) expect(await total()).toBe(ids.length);
      // Others continue to write while the archive is embedded and committed.
      if (ids.length === 3) embedder.release();
    }
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(await total()).toBe(MEMORIES + ids.length);

    // Both kinds of writes were numbered in one order: the next start finds index and database agreeing.
    await service.restart();
    expect(await total()).toBe(MEMORIES + ids.length);
    const again = await service.post('/api/v1/import', { source_path: archive });
    expect(again.body.counts).toEqual({ created: 0, skipped: MEMORIES, conflicts: 0, invalid: 0 });
    for (const memory_id of [ids[0], ids.at(-1)]) {
      expect((await service.post('/api/v1/get', { memory_id })).status).toBe(200);
    }
  });
});
