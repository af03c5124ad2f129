import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let dataDir: string;
beforeAll(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'anima-lexicon-')));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const writeLexicon = (text: string): void => writeFileSync(join(dataDir, 'lexicon.json'), text);

describe('the words of a user', () => {
  it.each([
    ['{"categories": [{"name": "invoicing", "members": 5, "kind": "choice"}]}', /members.*lexicon\.json/],
    [
      '{"categories": [{"name": "invoicing", "members": "odoo, sap", "kind": "tool"}]}',
      /kind.*lexicon\.json/,
    ],
    ['{"categories"', /JSON in .*lexicon\.json/],
    [`{"source": "${'x'.repeat(1 << 20)}"}`, /1048576 bytes in .*lexicon\.json/],
  ])('fail the start where they are wrong: %s', async (text, message) => {
    writeLexicon(text);
    await expect(startTestService({ MEMORY_DATA_DIR: dataDir })).rejects.toThrow(message);
  });

  it('fail the start in one line where they cannot be read', async () => {
    rmSync(join(dataDir, 'lexicon.json'));
    mkdirSync(join(dataDir, 'lexicon.json'));
    await expect(startTestService({ MEMORY_DATA_DIR: dataDir })).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringContaining('can be read'),
    });
    rmSync(join(dataDir, 'lexicon.json'), { recursive: true });
  });

  it('separate decisions that the shipped lexicon does not know', async () => {
    const kinds = [{ name: 'invoicing', labels: 'invoice', members: 'odoo, frappe books', kind: 'choice' }];
    writeLexicon(JSON.stringify({ categories: kinds }));
    const service: TestService = await startTestService({ MEMORY_DATA_DIR: dataDir });
    try {
      for (const content of ['Invoices are made in Odoo', 'Invoices are made in Frappe Books'])
        expect((await service.post('/api/v1/remember', { content, type: 'decision' })).status).toBe(201);
      const { body } = await service.post('/api/v1/memories/audit', { scope: 'global' });
      const conflicts = body.findings.filter(({ kind }: { kind: string }) => kind === 'conflicting_decision');
      expect(conflicts).toHaveLength(1);
      expect(conflicts[0].evidence).toContain("invoicing: 'Frappe Books' against 'Odoo'");
    } finally {
      await service.close();
    }
  });
});
