import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from '../testing/archive-text.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'anima-archives-')));
  mkdirSync(join(folder, 'allowed/sub'), { recursive: true });
  service = await startTestService();
  await service.restart({ MEMORY_FILE_ROOTS: [join(folder, 'allowed'), service.dataDir].join(':') });
  await service.post('/api/v1/remember', { content: 'hush hush', type: 'fact' });
});

afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(folder, 'allowed', name);

/** A disk of this size, mounted in a new folder while `work` runs. */
async function withSmallDisk(
  small: string,
  kib: number,
  work: (path: string) => Promise<void>,
): Promise<void> {
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', small], { stdio: 'ignore' });
  try {
    await work(small);
  } finally {
    // Lazily: SQLite's file handles go when their statements are collected.
    execFileSync('umount', ['-l', small]);
  }
}

/** Mounting takes rights that not every machine gives its tests. */
function mayMount(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'anima-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

/** Nothing half-written in any place that an archive touches, and the one memory that was there. */
async function expectUntouched(): Promise<void> {
  expect(readdirSync(join(folder, 'allowed')).filter((name) => name.includes('anima-export'))).toEqual([]);
  expect(readdirSync(service.dataDir).filter((name) => name.startsWith('memory.import'))).toEqual([]);
  expect((await service.get('/api/v1/status')).body.memories.total).toBe(1);
}

describe('POST /api/v1/export refuses', () => {
  const send = (body: Record<string, unknown>) => service.post('/api/v1/export', body);

  it.each([
    [{}, 'output_path'],
    [{ output_path: '' }, 'output_path'],
    [{ output_path: 7 }, 'output_path'],
    [{ output_path: '/x', memories: 'yes' }, 'memories'],
    [{ output_path: '/x', since: 'yesterday' }, 'since'],
    [{ output_path: '/x', until: '2026-02-30' }, 'until'],
    [{ output_path: '/x', since: '2026-03-02', until: '2026-03-01' }, 'since'],
    [{ output_path: '/x', project_filter: [] }, 'project_filter'],
    [{ output_path: '/x', project_filter: 'ops' }, 'project_filter'],
    [{ output_path: '/x', passphrase: '' }, 'passphrase'],
    [{ output_path: '/x', passphrase: '\ud800' }, 'passphrase'],
    [{ output_path: '/x', password: 'hush' }, 'password'],
  ])('%j, naming the field', async (body, field) => {
    const { status, body: problem } = await send(body);
    expect([status, problem.code]).toEqual([400, 'validation_failed']);
    expect(problem.detail).toContain(field);
  });

  it('paths that are not allowed', async () => {
    symlinkSync('/tmp', path('way-out'));
    symlinkSync(path('elsewhere.json'), path('link.json'));
    for (const output_path of [
      'relative.json',
      join(folder, 'outside.json'),
      path('../outside.json'),
      path('way-out/x.json'),
      path('link.json'),
      path('sub'),
      join(service.dataDir, 'memory.db'),
      join(service.dataDir, 'memory.db-wal'),
      join(service.dataDir, 'lock.db'),
      `${path('x.json')}\0.txt`,
    ]) {
      const { status, body } = await send({ output_path, overwrite: true });
      expect([output_path, status, body.code]).toEqual([output_path, 422, 'path_not_allowed']);
    }
    const missing = await send({ output_path: path('missing/x.json') });
    expect([missing.status, missing.body.code]).toEqual([422, 'path_not_found']);
    expect(existsSync(join(folder, 'outside.json'))).toBe(false);
    await expectUntouched();
  });

  it('names that something else would run or read by itself', async () => {
    mkdirSync(path('.config/deeper'), { recursive: true });
    mkdirSync(join(service.dataDir, '.kept'));
    symlinkSync(path('.config'), path('plain-name'));
    for (const output_path of [
      path('.bashrc'),
      path('.bashrc.json'),
      path('.json'),
      path('run.sh'),
      path('json'),
      path('x.json.sh'),
      path('x.JSON'),
      path('.config/x.json'),
      path('.config/deeper/x.anima'),
      path('plain-name/x.json'),
      join(service.dataDir, 'x.db'),
    ]) {
      const { status, body } = await send({ output_path, overwrite: true });
      expect([output_path, status, body.code]).toEqual([output_path, 422, 'path_not_allowed']);
    }
    expect(readdirSync(path('.config'))).toEqual(['deeper']);
    for (const output_path of [
      path('x.anima'),
      path('./sub/../x.json'),
      join(service.dataDir, '.kept/x.json'),
    ]) {
      expect([output_path, (await send({ output_path })).status]).toEqual([output_path, 200]);
    }
  });

  it('to replace an archive without overwrite, and any other file', async () => {
    const passphrase = 'correct horse battery staple';
    const archive = path('old.json');
    expect((await send({ output_path: archive, passphrase })).status).toBe(200);
    const before = readFileSync(archive, 'utf8');
    const refused = await send({ output_path: archive });
    expect([refused.status, refused.body.code]).toEqual([409, 'output_exists']);
    expect(readFileSync(archive, 'utf8')).toBe(before);
    // An encrypted archive replaces a plain one, a plain archive a plain one, and an archive one that an
    // editor has reformatted.
    for (const text of [null, null, JSON.stringify(JSON.parse(before), null, 2)]) {
      if (text !== null) writeFileSync(archive, text);
      expect((await send({ output_path: archive, overwrite: true })).status).toBe(200);
      expect(JSON.parse(readFileSync(archive, 'utf8')).counts.memories).toBe(1);
    }

    for (const text of [
      'precious',
      '',
      '{"name":"anima"}',
      '#!/bin/sh\n{"format":"anima-memory-archive"',
      '{"note":"anima-memory-archive","format":"x"}',
      `${' '.repeat(5000)}{"format":"anima-memory-archive"}`,
    ]) {
      writeFileSync(path('package.json'), text);
      const { status, body } = await send({ output_path: path('package.json'), overwrite: true });
      expect([text, status, body.code]).toEqual([text, 409, 'output_exists']);
      expect(readFileSync(path('package.json'), 'utf8')).toBe(text);
    }
    await expectUntouched();
  });

  it('two at once to the same new file: one is written, the other gets an error', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send({ output_path: path('race.json') })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await expectUntouched();
  });

  it.skipIf(!mayMount())('a disk that is full, leaving nothing', async () => {
    await withSmallDisk(path('small'), 64, async (small) => {
      writeFileSync(join(small, 'filler'), Buffer.alloc(64 * 1024));
      const { status, body } = await send({ output_path: join(small, 'x.json') });
      expect([status, body.code]).toEqual([507, 'storage_full']);
      expect(readdirSync(small)).toEqual(['filler']);
    });
  });
});

describe('POST /api/v1/import refuses', () => {
  const send = (body: Record<string, unknown>) => service.post('/api/v1/import', body);

  it.each([
    [{}, 'source_path'],
    [{ source_path: '/x', dry_run: 'yes' }, 'dry_run'],
    [{ source_path: '/x', passphrase: '' }, 'passphrase'],
    [{ source_path: '/x', overwrite: true }, 'overwrite'],
  ])('%j, naming the field', async (body, field) => {
    const { status, body: problem } = await send(body);
    expect([status, problem.code]).toEqual([400, 'validation_failed']);
    expect(problem.detail).toContain(field);
  });

  it('a file that is not an archive', async () => {
    execFileSync('mkfifo', [path('fifo.json')]);
    mkdirSync(path('folder.json'));
    writeFileSync(path('.env.json'), '{}');
    writeFileSync(path('notes.txt'), 'Dear memory,');
    writeFileSync(path('empty.json'), '');
    writeFileSync(path('other.json'), '{"name":"anima"}');
    writeFileSync(path('text.json'), 'Dear memory,');
    symlinkSync(path('other.json'), path('other-link.json'));
    for (const [name, code] of [
      ['fifo.json', 'not_an_archive'],
      ['folder.json', 'not_an_archive'],
      ['.env.json', 'path_not_allowed'],
      ['notes.txt', 'path_not_allowed'],
      ['empty.json', 'not_an_archive'],
      ['other.json', 'not_an_archive'],
      ['text.json', 'not_an_archive'],
      ['other-link.json', 'path_not_allowed'],
      ['../../etc/passwd', 'path_not_allowed'],
      ['missing.json', 'path_not_found'],
    ]) {
      const { status, body } = await send({ source_path: path(name!) });
      expect([name, status, body.code]).toEqual([name, 422, code]);
    }
    for (const foreign of [
      '{"sk-hush":1,"sk-hush":2}',
      '{"sk-hush":[1]}',
      '{"a":"sk-hush',
      'sk-hush',
      '{"cipher":"sk-hush"}',
    ]) {
      writeFileSync(path('foreign.json'), foreign);
      const { status, body } = await send({ source_path: path('foreign.json') });
      expect([status, body.code]).toEqual([422, 'not_an_archive']);
      expect(body.detail).not.toContain('hush');
    }
    const own = await send({ source_path: join(service.dataDir, 'memory.db') });
    expect([own.status, own.body.code]).toEqual([422, 'path_not_allowed']);
    await expectUntouched();
  });

  it('an archive that was changed, cut short, or is of another version', async () => {
    const good = JSON.stringify(archiveOf({ memories: [memoryRecord(), memoryRecord()] }));
    const changes: [string, string, string][] = [
      ['content', good.replace('Fridays', 'Mondays'), 'archive_damaged'],
      ['counts', good.replace('"memories":2', '"memories":3'), 'archive_damaged'],
      ['digest', good.replace(/"sha256":"./, '"sha256":"g'), 'archive_damaged'],
      ['created_at', good.replace('2026-03-02T00', '2026-03-02T01'), 'archive_damaged'],
      ['service_version', good.replace('"0.1.0"', '"0.1.1"'), 'archive_damaged'],
      ['cut', good.slice(0, -40), 'archive_damaged'],
      ['cut to half', good.slice(0, good.length / 2), 'archive_damaged'],
      ['version', good.replace('"version":1', '"version":2'), 'not_an_archive'],
      ['format', good.replace('anima-memory', 'anima-memoir'), 'not_an_archive'],
    ];
    for (const [what, text, code] of changes) {
      expect(text).not.toBe(good);
      writeFileSync(path('changed.json'), text);
      for (const dry_run of [false, true]) {
        const { status, body } = await send({ source_path: path('changed.json'), dry_run });
        expect([what, status, body.code]).toEqual([what, 422, code]);
        expect(body.detail).not.toContain('deploy');
      }
    }
    await expectUntouched();
  });

  it('an encrypted archive without its passphrase, or changed', async () => {
    const sealed = path('sealed.json');
    const passphrase = 'correct horse battery staple';
    const exported = await service.post('/api/v1/export', { output_path: sealed, passphrase });
    expect(exported.body.encrypted).toBe(true);
    const text = readFileSync(sealed, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      cipher: 'aes-256-gcm',
      kdf: 'scrypt',
      kdf_parameters: { n: 131072, r: 8, p: 1 },
    });

    const refusal = async (body: Record<string, unknown>) => {
      const answer = await send({ source_path: sealed, ...body });
      return [answer.status, answer.body.code];
    };
    expect(await refusal({})).toEqual([422, 'passphrase_required']);
    expect(await refusal({ passphrase: 'wrong' })).toEqual([422, 'wrong_passphrase']);
    expect(await refusal({ passphrase, dry_run: true })).toEqual([200, undefined]);
    for (const changed of [
      text.replace(/"ciphertext":"(.)/, (_, first) => `"ciphertext":"${first === 'A' ? 'B' : 'A'}`),
      text.replace(/"tag":"(.)/, (_, first) => `"tag":"${first === 'A' ? 'B' : 'A'}`),
      text.replace('"n":131072', '"n":65536'),
    ]) {
      expect(changed).not.toBe(text);
      writeFileSync(sealed, changed);
      expect(await refusal({ passphrase })).toEqual([422, 'wrong_passphrase']);
    }
    await expectUntouched();
  });

  it('a plain archive for which a passphrase is given', async () => {
    writeFileSync(path('plain.json'), JSON.stringify(archiveOf({ memories: [memoryRecord()] })));
    const { status, body } = await send({ source_path: path('plain.json'), passphrase: 'p' });
    expect([status, body.code]).toEqual([422, 'wrong_passphrase']);
    await expectUntouched();
  });

  it.skipIf(!mayMount())('to half-finish on a full disk', async () => {
    const history = [
      {
        revision: 2,
        change: 'updated' as const,
        agent_id: 'ann',
        changed_at: '2026-03-01T10:30:00.000Z',
        changes: { content: { from: 'x'.repeat(16 * 1024 * 1024), to: 'We deploy on Fridays' } },
      },
    ];
    writeFileSync(path('long.json'), JSON.stringify(archiveOf({ memories: [memoryRecord({ history })] })));
    await withSmallDisk(join(folder, 'small-data'), 4096, async (small) => {
      const cramped = await startTestService({ MEMORY_DATA_DIR: small, MEMORY_FILE_ROOTS: folder });
      try {
        const answer = await cramped.post('/api/v1/import', { source_path: path('long.json') });
        expect([answer.status, answer.body.code]).toEqual([507, 'storage_full']);
        expect(readdirSync(small).filter((name) => name.startsWith('memory.import'))).toEqual([]);
        expect((await cramped.get('/api/v1/status')).body.memories.total).toBe(0);
      } finally {
        await cramped.close();
      }
    });
    rmSync(path('long.json'));
  });

  it('to write anything in a dry run', async () => {
    const project_id = '019b0000-0000-7000-8000-00000000000c';
    const memories = [memoryRecord({ project_id, project: 'never created' })];
    writeFileSync(path('dry.json'), JSON.stringify(archiveOf({ memories })));
    const { body } = await send({ source_path: path('dry.json'), dry_run: true });
    expect(body).toMatchObject({ dry_run: true, counts: { created: 1 }, projects: { created: 1 } });
    expect((await service.get('/api/v1/project/never%20created/context')).status).toBe(404);
    const { body: remembered } = await service.post('/api/v1/remember', {
      content: 'x',
      type: 'fact',
      project: 'never created',
    });
    expect(remembered.project_id).not.toBe(project_id);
  });
});
