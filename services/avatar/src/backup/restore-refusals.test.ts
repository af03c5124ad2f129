import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobSchema, jobsFileSchema } from '../storage/sqlite/open-database.js';
import { type MadeBackup, madeBackup, madeDatabase } from '../testing/made-backup.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
const at = (...path: string[]) => join(service.dataDir, ...path);
beforeAll(async () => {
  service = await startTestService();
  await service.patch('/settings', { default_speed: 1.5 });
  mkdirSync(at('catalog', 'faces'), { recursive: true });
  writeFileSync(at('catalog', 'faces', 'old.txt'), 'old');
});
afterAll(() => service.close());

async function restore(archive: Buffer) {
  writeFileSync(at('backups', 'foreign.tar.gz'), archive);
  return service.post('/backups/foreign/restore', {});
}

async function expectOldState(): Promise<void> {
  expect(readFileSync(at('catalog', 'faces', 'old.txt'), 'utf8')).toBe('old');
  expect((await service.get('/settings')).body.settings.default_speed).toBe(1.5);
  expect(existsSync(at('.restore'))).toBe(false);
  // No data had to be backed up.
  expect(readdirSync(at('backups'))).toEqual(['foreign.tar.gz']);
}

const settings = (text: string): MadeBackup => ({ files: { 'settings/settings.json': text } });
const face = 'catalog/faces/a.txt';
const named = (path: unknown): MadeBackup => ({
  manifest: { dirs: ['catalog'], files: [{ path, bytes: 0, sha256: '0'.repeat(64) }] },
});

/** Jobs as a file of a backup, with these columns of the one job otherwise than they should be. */
function jobs(changes: Record<string, string> = {}, schema = jobSchema, after = ''): MadeBackup {
  const columns: Record<string, string> = {
    job_id: "'01900000-0000-7000-8000-000000000000'",
    kind: "'tts'",
    status: "'succeeded'",
    payload: `'{"text":"Hi."}'`,
    created_at: '1',
    finished_at: String(Date.now()),
    result: `'{"words":[]}'`,
    ...changes,
  };
  const sql = `${schema} INSERT INTO jobs (${Object.keys(columns)}) VALUES (${Object.values(columns)}); ${after}`;
  return { files: { 'jobs/jobs.db': madeDatabase(sql) } };
}
const twice =
  'INSERT INTO jobs (job_id, kind, status, payload, created_at, finished_at) SELECT job_id, kind, status, payload, created_at, finished_at FROM jobs';
const looseSchema = jobSchema.replace(' UNIQUE', '').replace('STRICT', '').replaceAll('NOT NULL', '');

const refused: [string, () => MadeBackup | Promise<Buffer> | Buffer][] = [
  ['settings with a value of another version', () => settings('{"default_speed": 99}')],
  ['settings that are null', () => settings('null')],
  ['settings that are a list', () => settings('[]')],
  ['settings that are no JSON', () => settings('{')],
  ['a folder in the place of the settings', () => ({ files: { 'settings/settings.json/x': '{}' } })],
  ['no jobs where it names them', () => ({ manifest: { dirs: ['jobs'] } })],
  ['jobs that are no database', () => ({ files: { 'jobs/jobs.db': 'jobs' } })],
  ['jobs that are half a database', () => halfOf(jobs())],
  ['jobs of a later version', () => jobs({}, jobSchema, 'PRAGMA user_version = 99')],
  ['jobs without their table', () => ({ files: { 'jobs/jobs.db': madeDatabase('CREATE TABLE x (y)') } })],
  ['jobs that lack a column', () => jobs({}, jobSchema, 'ALTER TABLE jobs DROP COLUMN webhook_url')],
  ['a job whose id is a path', () => jobs({ job_id: "'../../../home'" })],
  ['a job of an unknown kind', () => jobs({ kind: "'shell'" })],
  ['a job that runs', () => jobs({ status: "'running'" })],
  ['a finished job without an end', () => jobs({ finished_at: 'NULL' })],
  ['a queued job with one', () => jobs({ status: "'queued'" })],
  ['a job without a payload', () => jobs({ payload: "'null'" })],
  ['a job whose payload is no JSON', () => jobs({ payload: "'{'" })],
  ['a job of other types', () => jobs({ attempts: "'many'" }, looseSchema)],
  ['a job that has made no file', () => jobs({ output: `'{"kind":"audio"}'` }, jobsFileSchema)],
  ['a job that is there twice', () => jobs({}, looseSchema, twice)],
  ['a file in the place of a catalog folder', () => ({ files: { 'catalog/faces': 'x' } })],
  ['defaults of the catalog that are no JSON', () => ({ files: { 'catalog/defaults.json': '{' } })],
  ['a file in the place of the media', () => ({ files: { 'media/audio': 'x' } })],
  ['a manifest that is no JSON', () => ({ manifest: '{' })],
  ['a manifest that is a list', () => ({ manifest: '[]' })],
  ['a manifest of 70 MB', () => ({ manifest: ' '.repeat(70 * 1024 * 1024) })],
  ['a later version', () => ({ manifest: { version: 2 } })],
  ['what another program made', () => ({ manifest: { format: 'other' } })],
  ['a time that is none', () => ({ manifest: { created_at: 'yesterday' } })],
  ['folders that are none of ours', () => ({ manifest: { dirs: ['backups'] } })],
  ['a folder twice', () => ({ manifest: { dirs: ['catalog', 'catalog'] } })],
  ['a file that is null', () => ({ manifest: { dirs: ['catalog'], files: [null] } })],
  ...[
    '../evil',
    '/etc/passwd',
    'catalog/../../evil',
    'catalog\\evil',
    'catalog/\0',
    'catalog',
    'catalog//x',
    7,
  ].map((path): [string, () => MadeBackup] => [`a file named ${JSON.stringify(path)}`, () => named(path)]),
  ['a name that no disk takes', () => ({ files: { [`catalog/${'n'.repeat(300)}`]: 'x' } })],
  ['a file that is also a folder', () => ({ files: { 'catalog/a': 'x', 'catalog/a/b': 'y' } })],
  ['a file that is missing', () => named('catalog/none')],
  [
    'a file that no manifest names',
    () => ({ files: { [face]: 'x' }, more: [{ name: 'catalog/b', content: 'y' }] }),
  ],
  [
    'a link in the place of a file',
    () => ({
      manifest: { dirs: ['catalog'], files: [{ path: face, bytes: 0, sha256: '0'.repeat(64) }] },
      more: [{ name: face, type: 'symlink', linkname: '/etc/passwd' }],
    }),
  ],
  [
    'a file that is longer than it says',
    () => ({
      files: { [face]: 'x'.repeat(1_000_000) },
      manifest: { files: [{ path: face, bytes: 1, sha256: '0'.repeat(64) }] },
    }),
  ],
  [
    'a file of another content',
    () => ({
      files: { [face]: 'x' },
      manifest: { files: [{ path: face, bytes: 1, sha256: '0'.repeat(64) }] },
    }),
  ],
  ['nothing at all', () => Buffer.alloc(0)],
  ['no archive', () => Buffer.from('hello')],
  ['an archive cut short', async () => (await madeBackup(settings('{}'))).subarray(0, 200)],
];

describe('a backup from elsewhere', () => {
  it.each(refused)('with %s changes nothing', async (_name, make) => {
    const made = await make();
    expect(await restore(Buffer.isBuffer(made) ? made : await madeBackup(made))).toMatchObject({
      status: 422,
      body: { code: 'backup_damaged' },
    });
    await expectOldState();
  });

  it('that says it holds more than the disk does is not even begun', async () => {
    const answer = await restore(
      await madeBackup({
        manifest: { dirs: ['catalog'], files: [{ path: face, bytes: 2 ** 52, sha256: '0'.repeat(64) }] },
      }),
    );
    expect(answer).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    await expectOldState();
  });

  it.each([
    ['no JSON', 'plain\n'],
    ['no salt', '{"cipher":"aes-256-gcm"}\n'],
    ['a key that takes gigabytes', sealHeader({ kdf_parameters: { n: 2 ** 30, r: 8, p: 1 } })],
    ['a key of other numbers', sealHeader({ kdf_parameters: { n: 'many', r: 8, p: 1 } })],
    ['folders of another kind', sealHeader({ dirs: 7 })],
  ])('that is sealed with %s is refused', async (_name, header) => {
    writeFileSync(
      at('backups', 'sealed.tar.gz.sealed'),
      Buffer.concat([Buffer.from(header), Buffer.alloc(99)]),
    );
    const answer = await service.post('/backups/sealed/restore', { passphrase: 'x' });
    expect(answer.status).toBe(422);
    expect((await service.get('/backups')).status).toBe(200);
    await service.request('DELETE', '/backups/sealed');
  });

  it('of an earlier version is taken, and the next start as well', async () => {
    const first = jobs({ webhook_url: "'http://evil.example/'" });
    const answer = await restore(
      await madeBackup({ files: { ...first.files, ...settings('{"default_speed": 2}').files } }),
    );
    expect(answer.status).toBe(200);
    for (let start = 0; start < 2; start++) {
      const { body } = await service.get('/jobs');
      expect(body.jobs.map(({ job_id }: { job_id: string }) => job_id)).toEqual([
        '01900000-0000-7000-8000-000000000000',
      ]);
      expect((await service.get('/settings')).body.settings.default_speed).toBe(2);
      await service.restart();
    }
  });
});

function sealHeader(changes: Record<string, unknown>): string {
  return `${JSON.stringify({
    format: 'anima-avatar-backup',
    version: 1,
    created_at: '2026-03-01T09:30:00.000Z',
    dirs: ['settings'],
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    kdf_parameters: { n: 2 ** 15, r: 8, p: 1 },
    salt: Buffer.alloc(16).toString('base64'),
    iv: Buffer.alloc(12).toString('base64'),
    ...changes,
  })}\n`;
}

function halfOf({ files }: MadeBackup): MadeBackup {
  const whole = files!['jobs/jobs.db'] as Buffer;
  return { files: { 'jobs/jobs.db': whole.subarray(0, whole.length / 2) } };
}
