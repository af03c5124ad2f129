import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
/** Restores the state of the first start. */
beforeEach(async () => {
  for (const folder of ['backups', 'catalog']) {
    mkdirSync(at(folder), { recursive: true });
    for (const name of readdirSync(at(folder))) rmSync(at(folder, name), { recursive: true });
  }
  await service.request('POST', '/settings/reset');
});

const post = (path: string, body: unknown = {}) => service.post(path, body);
const at = (...path: string[]) => join(service.dataDir, ...path);
const names = async () =>
  (await service.get('/backups')).body.backups.map(({ name }: { name: string }) => name);

function fill(text: string): void {
  mkdirSync(at('catalog', 'faces', 'ada'), { recursive: true });
  writeFileSync(at('catalog', 'faces', 'ada', 'face.json'), text);
  writeFileSync(at('catalog', 'empty'), '');
}
const filled = () => readFileSync(at('catalog', 'faces', 'ada', 'face.json'), 'utf8');

describe('backups', () => {
  it('list their directories', async () => {
    fill('one');
    const { body } = await service.get('/backups/dirs');
    expect(
      body.dirs.filter((dir: { default: boolean }) => dir.default).map(({ name }: { name: string }) => name),
    ).toEqual(['settings', 'catalog', 'voices', 'jobs']);
    expect(body.dirs).toContainEqual({
      name: 'catalog',
      description: expect.any(String),
      default: true,
      files: 2,
      bytes: 3,
    });
    const taken = await post('/backups', { name: 'dirs' });
    expect([taken.status, taken.body.code]).toEqual([409, 'backup_exists']);
    const removed = await service.request('DELETE', '/backups/dirs');
    expect([removed.status, removed.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it.each([[undefined], ['open sesame']])('bring everything back (passphrase %s)', async (passphrase) => {
    const secret = passphrase === undefined ? {} : { passphrase };
    fill('one');
    await service.patch('/settings', { default_speed: 1.5 });
    const made = await post('/backups', { name: 'first', ...secret });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'first',
        dirs: ['settings', 'catalog', 'voices', 'jobs'],
        encrypted: passphrase !== undefined,
      },
    });
    expect(made.headers.get('location')).toBe('/backups/first');

    fill('two');
    writeFileSync(at('catalog', 'later'), 'x');
    await service.patch('/settings', { default_speed: 2 });
    const restored = await post('/backups/first/restore', secret);
    expect(restored).toMatchObject({ status: 200, body: { restored: { name: 'first' } } });
    expect(filled()).toBe('one');
    expect(existsSync(at('catalog', 'later'))).toBe(false);
    expect((await service.get('/settings')).body.settings.default_speed).toBe(1.5);

    // The safety backup of the replaced data can be restored as well.
    const safety = restored.body.safety_backup.name;
    expect((await names()).sort()).toEqual([safety, 'first'].sort());
    await post(`/backups/${safety}/restore`);
    expect(filled()).toBe('two');
    expect((await service.get('/settings')).body.settings.default_speed).toBe(2);
    expect(existsSync(at('.restore'))).toBe(false);
  });

  it('contain only the selected directories and get a default name', async () => {
    fill('one');
    const { body } = await post('/backups', { dirs: ['catalog'] });
    expect(body).toMatchObject({ name: expect.stringMatching(/^backup-\d{8}-\d{6}$/), dirs: ['catalog'] });
    await service.patch('/settings', { default_speed: 2 });
    await post(`/backups/${body.name}/restore`);
    expect((await service.get('/settings')).body.settings.default_speed).toBe(2);
  });

  it('contain no links and no linked files', async () => {
    fill('one');
    writeFileSync(at('outside'), 'secret');
    symlinkSync(at('outside'), at('catalog', 'link'));
    await post('/backups', { name: 'links' });
    await post('/backups/links/restore');
    expect(existsSync(at('catalog', 'link'))).toBe(false);
  });

  it('are deleted', async () => {
    await post('/backups', { name: 'gone' });
    expect((await service.request('DELETE', '/backups/gone')).status).toBe(204);
    expect(await names()).toEqual([]);
    expect((await service.request('DELETE', '/backups/gone')).status).toBe(404);
  });

  it('of one name are made once, also at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post('/backups', { name: 'one' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await post('/backups', { name: 'one', passphrase: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'backup_exists' },
    });
  });

  it.each([
    ['../up', 400],
    ['a/b', 400],
    ['', 400],
    ['.', 400],
    ['..', 400],
    ['a'.repeat(65), 400],
    ['with space', 400],
  ])('are never named %j', async (name, status) => {
    expect((await post('/backups', { name })).status).toBe(status);
    expect(readdirSync(at('backups'))).toEqual([]);
  });

  it.each([
    [{ dirs: [] }],
    [{ dirs: ['catalog', 'catalog'] }],
    [{ dirs: ['/etc'] }],
    [{ passphrase: '' }],
    [{ nmae: 'x' }],
  ])('are not made of %j', async (body) => {
    expect(await post('/backups', body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it.each(['nothing', '..%2Fsettings', '%2e%2e', 'a%00'])('named %s are not found', async (name) => {
    expect((await post(`/backups/${name}/restore`)).status).toBe(404);
    // A client takes the dots for the folder above: that is the address of the service, which has no DELETE.
    const status = name === '%2e%2e' ? 405 : 404;
    expect((await service.request('DELETE', `/backups/${name}`)).status).toBe(status);
  });

  it('with a passphrase open with that one only', async () => {
    fill('one');
    await post('/backups', { name: 'sealed', passphrase: 'right' });
    fill('two');
    expect(await post('/backups/sealed/restore')).toMatchObject({
      status: 422,
      body: { code: 'passphrase_required' },
    });
    expect(await post('/backups/sealed/restore', { passphrase: 'wrong' })).toMatchObject({
      status: 422,
      body: { code: 'wrong_passphrase' },
    });
    expect(filled()).toBe('two');
    expect(await names()).toEqual(['sealed']);
    expect(readFileSync(at('backups', 'sealed.tar.gz.sealed')).includes('face.json')).toBe(false);
  });

  it('that were damaged anywhere change nothing', { timeout: 60_000 }, async () => {
    fill('one');
    await post('/backups', { name: 'whole', dirs: ['catalog', 'settings'] });
    fill('two');
    const archive = readFileSync(at('backups', 'whole.tar.gz'));
    const step = Math.max(1, Math.floor(archive.length / 12));
    const damages: Buffer[] = [];
    for (let i = 0; i < archive.length; i += step) {
      damages.push(archive.subarray(0, i));
      const flipped = Buffer.from(archive);
      // The time in a gzip header says nothing.
      flipped[i >= 4 && i < 10 ? 10 : i]! ^= 0x41;
      damages.push(flipped);
    }
    for (const damaged of damages) {
      writeFileSync(at('backups', 'whole.tar.gz'), damaged);
      expect(await post('/backups/whole/restore')).toMatchObject({
        status: 422,
        body: { code: 'backup_damaged' },
      });
    }
    expect(filled()).toBe('two');
    expect(existsSync(at('.restore'))).toBe(false);
  });

  it('that were sealed and then changed do not open', { timeout: 60_000 }, async () => {
    fill('one');
    await post('/backups', { name: 'sealed', passphrase: 'right', dirs: ['catalog'] });
    fill('two');
    const path = at('backups', 'sealed.tar.gz.sealed');
    const archive = readFileSync(path);
    for (const i of [10, 100, 200, archive.indexOf('\n') + 3, archive.length - 20, archive.length - 1]) {
      const flipped = Buffer.from(archive);
      flipped[i]! ^= 1;
      writeFileSync(path, flipped);
      expect((await post('/backups/sealed/restore', { passphrase: 'right' })).status).toBe(422);
    }
    expect(filled()).toBe('two');
  });

  it('killed while they are restored are completed or undone at the next start', async () => {
    fill('one');
    await post('/backups', { name: 'first', dirs: ['catalog'] });
    fill('two');
    // Before the commit: prepared data is discarded.
    await service.restart({}, () => {
      mkdirSync(at('.restore', 'new', 'catalog'), { recursive: true });
      writeFileSync(at('.restore', 'new', 'catalog', 'half'), 'half');
    });
    expect(filled()).toBe('two');
    expect(existsSync(at('.restore'))).toBe(false);
    // After the commit, at each point: no folder moved, old data moved away, new data in place.
    for (const moved of [0, 1, 2]) {
      fill('two');
      await service.restart({}, () => {
        mkdirSync(at('.restore', 'new', 'catalog', 'faces', 'ada'), { recursive: true });
        writeFileSync(at('.restore', 'new', 'catalog', 'faces', 'ada', 'face.json'), 'three');
        writeFileSync(at('.restore', 'journal.json'), JSON.stringify({ folders: ['catalog'] }));
        if (moved > 0) rmSync(at('catalog'), { recursive: true });
        if (moved > 1) {
          fill('three');
          rmSync(at('.restore', 'new', 'catalog'), { recursive: true });
        }
      });
      expect(filled()).toBe('three');
      expect(existsSync(at('.restore'))).toBe(false);
    }
  });

  it('half made by a killed process are cleared away', async () => {
    await service.restart({}, () => {
      mkdirSync(at('backups', '.making-x'));
      writeFileSync(at('backups', '.making-x', 'archive'), 'half');
    });
    expect(readdirSync(at('backups'))).toEqual([]);
  });
});
