import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSqliteEventLog } from '@anima/service/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqliteJobQueue } from '../storage/sqlite/job-queue.js';
import { createSqliteJobRecords } from '../storage/sqlite/job-records.js';
import { openTestBackups } from '../testing/test-backups.js';

const program = createRequire(import.meta.url).resolve('@anima/avatar/dist/testing/restore-step-by-step.js');
const folders = ['settings', 'catalog', 'voices', 'jobs'] as const;
const idOf = (state: State) => `01900000-0000-7000-8000-00000000000${state === 'old' ? 1 : 2}`;
type State = 'old' | 'new';

let root: string;
let template: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'anima-restore-'));
  template = join(root, 'template');
  mkdirSync(template);
  await fill(template, 'new');
  const { backups, close } = await openTestBackups(template);
  await backups.create({ name: 'new', folders, passphrase: null });
  close();
  await fill(template, 'old');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function fill(dataDir: string, state: State): Promise<void> {
  const { db, settings, close } = await openTestBackups(dataDir);
  await settings.change({ default_speed: state === 'old' ? 1.5 : 2 });
  for (const path of ['catalog/faces', 'voices/piper']) {
    mkdirSync(join(dataDir, path), { recursive: true });
    writeFileSync(join(dataDir, path, 'a.txt'), state);
  }
  db.exec('DELETE FROM jobs');
  const job = { jobId: idOf(state), kind: 'tts', payload: {}, webhookUrl: null } as const;
  await createSqliteJobQueue({ db, events: createSqliteEventLog(db) }).accept(job, 10);
  close();
}

/** Returns the state of each part after a start. */
async function foundIn(dataDir: string): Promise<{ states: string[]; recovered: string }> {
  const { db, settings, recovered, close } = await openTestBackups(dataDir);
  const jobs = await createSqliteJobRecords(db).list({}, { limit: 9, offset: 0 });
  const states = [
    settings.current.default_speed === 2 ? 'new' : 'old',
    ...['catalog/faces', 'voices/piper'].map((path) => readFileSync(join(dataDir, path, 'a.txt'), 'utf8')),
    ...jobs.jobs.map(({ jobId }) => (jobId === idOf('new') ? 'new' : 'old')),
  ];
  close();
  return { states, recovered };
}

function copyOf(name: string): string {
  const dataDir = join(root, name);
  cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

/** Restores a backup. Returns copies of the data directory before each step and after the last. */
async function restoreStepByStep(dataDir: string): Promise<string[]> {
  const copies = join(root, 'steps');
  mkdirSync(copies);
  await promisify(execFile)(process.execPath, [program, dataDir, copies]);
  const steps = readdirSync(copies).sort((one, other) => Number(one) - Number(other));
  return [...steps.map((step) => join(copies, step)), dataDir];
}

describe('a restore', () => {
  it('killed before any of its steps ends in the old state or the new one at the next start', {
    timeout: 240_000,
  }, async () => {
    const whole: string[] = [];
    const recoveries = new Set<string>();
    for (const [step, dataDir] of (await restoreStepByStep(copyOf('whole'))).entries()) {
      const { states, recovered } = await foundIn(dataDir);
      expect(states, `killed before step ${step}`).toHaveLength(4);
      expect(new Set(states).size, `killed before step ${step}: ${states}`).toBe(1);
      expect(existsSync(join(dataDir, '.restore'))).toBe(false);
      whole.push(states[0]!);
      recoveries.add(recovered);
    }
    expect(whole.length).toBeGreaterThan(10);
    // First always the old one, from the decision on always the new one; both were seen, and the way between them.
    expect(whole).toEqual([...whole].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    expect(new Set(whole)).toEqual(new Set(['old', 'new']));
    expect(recoveries).toEqual(new Set(['nothing', 'completed']));
  });

  it.each(['settings', 'jobs'] as const)(
    'that an earlier version decided for, with %s that cannot be opened, is undone at the start',
    async (part) => {
      const dataDir = copyOf(`legacy-${part}`);
      const area = (...path: string[]) => join(dataDir, '.restore', ...path);
      mkdirSync(area('new', 'settings'), { recursive: true });
      mkdirSync(area('new', 'jobs'));
      mkdirSync(area('old'));
      writeFileSync(
        area('new', 'settings', 'settings.json'),
        part === 'settings' ? '{"default_speed":9}' : '{}',
      );
      writeFileSync(area('new', 'jobs', 'jobs.db'), 'no database');
      writeFileSync(area('journal.json'), JSON.stringify({ folders: ['settings', 'voices', 'jobs'] }));
      // It moved folders before it came to the jobs.
      cpSync(join(dataDir, 'voices'), area('old', 'voices'), { recursive: true });
      writeFileSync(join(dataDir, 'voices', 'piper', 'a.txt'), 'new');
      expect(await foundIn(dataDir)).toEqual({ states: ['old', 'old', 'old', 'old'], recovered: 'undone' });
      expect(existsSync(area())).toBe(false);
    },
  );

  it('is completed from the prepared data if its journal was changed', async () => {
    const dataDir = copyOf('journal');
    mkdirSync(join(dataDir, '.restore', 'new', 'voices', 'piper'), { recursive: true });
    writeFileSync(join(dataDir, '.restore', 'new', 'voices', 'piper', 'a.txt'), 'new');
    writeFileSync(join(dataDir, '.restore', 'journal.json'), '{"folders":["../../etc"');
    expect(await foundIn(dataDir)).toEqual({ states: ['old', 'old', 'new', 'old'], recovered: 'completed' });
  });

  it('whose journal was meddled with takes nothing away where it cannot be completed', async () => {
    const dataDir = copyOf('journal-undone');
    mkdirSync(join(dataDir, '.restore', 'new', 'jobs'), { recursive: true });
    writeFileSync(join(dataDir, '.restore', 'new', 'jobs', 'jobs.db'), 'no database');
    writeFileSync(join(dataDir, '.restore', 'journal.json'), 'nothing');
    expect(await foundIn(dataDir)).toEqual({ states: ['old', 'old', 'old', 'old'], recovered: 'undone' });
  });

  it('leaves the old state if the database rejects it, and can be retried', async () => {
    const dataDir = copyOf('refused');
    const { db, backups, close } = await openTestBackups(dataDir);
    db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON jobs BEGIN SELECT raise(ABORT, 'no'); END`);
    await expect(backups.restore('new', null)).rejects.toThrow('no');
    expect(existsSync(join(dataDir, '.restore'))).toBe(false);
    db.exec('DROP TRIGGER refuse');
    close();
    expect((await foundIn(dataDir)).states).toEqual(['old', 'old', 'old', 'old']);
    const again = await openTestBackups(dataDir);
    await again.backups.restore('new', null);
    again.close();
    expect((await foundIn(dataDir)).states).toEqual(['new', 'new', 'new', 'new']);
  });
});
