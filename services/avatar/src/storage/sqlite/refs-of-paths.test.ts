import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobKind } from '../../jobs/job.js';
import { acceptJobs } from './accept-jobs.js';
import { jobSchema, migrations, openDatabase, REFS_VERSION, SCHEMA_VERSION } from './open-database.js';
import { refsOfPaths } from './refs-of-paths.js';

const jobId = '01900000-0000-7000-8000-000000000001';
const mine = (...path: string[]) => ['', 'data', 'media', ...path].join('/');
const local = (path: string) => ({ kind: 'local_file', path });
const video = { kind: 'video', jobId };
const job = (kind: JobKind) => ({ jobId, kind });

const clip = (by: (path: string) => object) => ({
  subject: {
    kind: 'picture',
    name: 'ada',
    format: 'png',
    width: 4,
    height: 4,
    ...by('/data/catalog/faces/ada.png'),
  },
  sound: { kind: 'file', ...by('/home/me/sound.wav') },
  engine: 'mesh',
  options: { fps: null, background: { kind: 'picture', ...by('/home/me/wall.png') } },
});
const byPath = (path: string) => ({ path });
const byRef = (path: string) => ({ file: local(path) });
const spoken = { kind: 'text', text: 'path', lexicon: { path: 'pæθ' } };

describe('a row from when files were named by paths', () => {
  it.each<[string, unknown, unknown]>([
    ['a clip', clip(byPath), clip(byRef)],
    [
      'a batch',
      {
        scenes: [
          { id: '1', clip: clip(byPath) },
          { id: '2', refused: { code: 'x' } },
        ],
        concat: true,
      },
      {
        scenes: [
          { id: '1', clip: clip(byRef) },
          { id: '2', refused: { code: 'x' } },
        ],
        concat: true,
      },
    ],
    [
      'what is restored',
      { subject: clip(byPath).subject, jobId: null },
      { subject: clip(byRef).subject, jobId: null },
    ],
    ['what another job makes', { subject: null, jobId }, { subject: null, jobId }],
    [
      'what is said',
      { sound: spoken, options: { background: { kind: 'green' } } },
      { sound: spoken, options: { background: { kind: 'green' } } },
    ],
    [
      'a payload of nobody',
      { subject: 5, options: null, scenes: [null, {}] },
      { subject: 5, options: null, scenes: [null, {}] },
    ],
    ['a list', [1], [1]],
  ])('asks for the same by refs: %s', (_name, before, after) => {
    const { payload } = refsOfPaths(job('lipsync'), {
      payload: JSON.stringify(before),
      output: null,
      result: null,
    });
    expect(JSON.parse(payload)).toEqual(after);
  });

  it.each<[string, object, JobKind?]>([
    [mine('video', jobId, 'clip.mp4'), { ...video, name: 'clip.mp4' }],
    [mine('video', `${jobId}.012`, 'clip.mp4'), { ...video, part: '012', name: 'clip.mp4' }],
    [`/mnt/of a link/${jobId}/clip.mp4`, { ...video, name: 'clip.mp4' }],
    [`C:\\data\\media\\audio\\${jobId}\\speech.wav`, { kind: 'audio', jobId, name: 'speech.wav' }, 'tts'],
    [mine('video', 'another job', 'clip.mp4'), local(mine('video', 'another job', 'clip.mp4'))],
    ['/home/me/clip.mp4', local('/home/me/clip.mp4')],
    [jobId, local(jobId)],
  ])('has made %s', (path, ref, kind = 'lipsync') => {
    const { output } = refsOfPaths(job(kind), { payload: '{}', output: path, result: null });
    expect(JSON.parse(output!)).toEqual(ref);
  });

  it.each<[string, unknown, unknown, JobKind?]>([
    [
      'speech',
      {
        words: [],
        subtitles: { srt_path: mine('audio', jobId, 'speech.srt'), vtt_path: '/else/speech.vtt' },
      },
      {
        words: [],
        subtitles: { srt: { kind: 'audio', jobId, name: 'speech.srt' }, vtt: local('/else/speech.vtt') },
      },
      'tts',
    ],
    ['a clip without captions', { frames: 3, subtitles: null }, { frames: 3, subtitles: null }],
    [
      'scenes',
      {
        scenes: [
          {
            id: '1',
            output_path: mine('video', `${jobId}.001`, 'clip.mp4'),
            media_url: '/media/video?path=x',
            result: { subtitles: null },
          },
          { id: '2', status: 'failed' },
        ],
        failed_scenes: 1,
      },
      {
        scenes: [
          { id: '1', output: { ...video, part: '001', name: 'clip.mp4' }, result: { subtitles: null } },
          { id: '2', status: 'failed' },
        ],
        failed_scenes: 1,
      },
    ],
    ['of nobody', { subtitles: 'none', scenes: 5 }, { subtitles: 'none', scenes: 5 }],
    ['nothing', null, null],
  ])('tells what came of it: %s', (_name, before, after, kind = 'lipsync') => {
    const { result } = refsOfPaths(job(kind), {
      payload: '{}',
      output: null,
      result: JSON.stringify(before),
    });
    expect(JSON.parse(result!)).toEqual(after);
  });

  it.each([
    ['nothing that can be read', '{'],
    ['more than can be gone through', `${'{"result":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('stays as it is where it says %s', (_name, text) => {
    const columns = { payload: text, output: null, result: text };
    expect(refsOfPaths(job('lipsync'), columns)).toEqual(columns);
  });
});

describe('jobs of earlier versions', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'anima-refs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const OTHERS = 250;
  function makeJobs(file: string, schema: string): void {
    const db = new DatabaseSync(join(folder, file));
    const insert = (
      id: string,
    ) => `INSERT INTO jobs (job_id, kind, status, payload, created_at, finished_at, output_path, result)
      VALUES ('${id}', 'lipsync', 'succeeded', '${JSON.stringify(clip(byPath))}', 5, 6, '${mine('video', id, 'clip.mp4')}', '{"subtitles":null}');`;
    const others = Array.from(
      { length: OTHERS },
      (_, n) => `01900000-0000-7000-8001-${String(n).padStart(12, '0')}`,
    );
    db.exec(`${schema} BEGIN; ${[jobId, ...others].map(insert).join('\n')} COMMIT;`);
    db.close();
  }

  function expectRefs(db: InstanceType<typeof DatabaseSync>): void {
    const rows = db.prepare('SELECT job_id, payload, output FROM jobs ORDER BY job_key').all() as Record<
      string,
      string
    >[];
    expect(rows).toHaveLength(OTHERS + 1);
    for (const { job_id, payload, output } of rows) {
      expect(JSON.parse(output!)).toEqual({ kind: 'video', jobId: job_id, name: 'clip.mp4' });
      expect(JSON.parse(payload!)).toEqual(clip(byRef));
    }
  }

  it('are migrated once when their database is opened', () => {
    const before = REFS_VERSION - 1;
    makeJobs('avatar.db', `${migrations.slice(0, before).join('\n')} PRAGMA user_version = ${before};`);
    for (let start = 0; start < 2; start++) {
      const db = openDatabase(folder);
      expectRefs(db);
      db.close();
    }
  });

  it.each([0, 1, REFS_VERSION - 1])(
    'are named anew when they come with a backup of version %i',
    (version) => {
      makeJobs('jobs.db', `${jobSchema} PRAGMA user_version = ${version};`);
      for (let start = 0; start < 2; start++) {
        acceptJobs(join(folder, 'jobs.db'));
        const db = new DatabaseSync(join(folder, 'jobs.db'), { readOnly: true });
        expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: SCHEMA_VERSION });
        expectRefs(db);
        db.close();
      }
    },
  );
});
