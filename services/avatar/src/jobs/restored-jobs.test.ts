import { copyFileSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobSchema, jobsFileSchema } from '../storage/sqlite/open-database.js';
import { finishedJob } from '../testing/finished-job.js';
import { local } from '../testing/local-files.js';
import { madeBackup, madeDatabase } from '../testing/made-backup.js';
import { createTestMedia, LEO, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

/** A folder that the service may not read. */
let outside: TestMedia;
let service: TestService;
beforeAll(async () => {
  outside = await createTestMedia();
  copyFileSync(LEO, outside.at('leo.glb'));
  outside.run('-f', 'lavfi', '-i', 'sine=duration=0.2', outside.at('sound.wav'));
  outside.run('-f', 'lavfi', '-i', 'testsrc=size=64x64', '-frames:v', '1', outside.at('picture.png'));
  service = await startTestService();
  copyFileSync(outside.at('sound.wav'), join(service.dataDir, 'sound.wav'));
});
afterAll(async () => {
  await service.close();
  outside.remove();
});

const idOf = (index: number) => `01900000-0000-7000-8000-00000000000${index}`;

/** How backups name files: before REFS_VERSION by their paths, since then by refs. */
const namings = [
  {
    ...{ backup: 'first', schema: jobSchema, column: 'output_path' },
    named: (path: string) => ({ path }),
    output: (path: string) => path,
  },
  {
    ...{ backup: 'latest', schema: jobsFileSchema, column: 'output' },
    named: (path: string) => ({ file: local(path) }),
    output: (path: string) => JSON.stringify(local(path)),
  },
];

it.each(namings)(
  'jobs of a restored backup ($backup) open nothing outside of the folders that are allowed now',
  {
    timeout: 60_000,
  },
  async ({ backup: name, schema, column, named, output }) => {
    const sound = { kind: 'file', ...named(join(service.dataDir, 'sound.wav')) };
    const subject = { kind: 'head', name: 'leo', ...named(LEO) };
    const options = {
      ...{ fps: 10, width: 64, enhance: false, headMotion: 0, blink: false, fade: 0, captions: 'none' },
      ...{ background: { kind: 'default' }, faceAt: null, seed: 0 },
    };
    const clip = { engine: 'head', subject, sound, options };
    const backdrop = { kind: 'picture', ...named(outside.at('picture.png')) };
    const speech = { text: 'Hi.', words: [], phonemes: [], duration_seconds: 0.2 };
    const picture = { kind: 'picture', format: 'png', width: 64, height: 64, name: null };
    const jobs: [string, unknown][] = [
      ['lipsync', { ...clip, subject: { ...subject, ...named(outside.at('leo.glb')) } }],
      ['lipsync', { ...clip, sound: { kind: 'file', ...named(outside.at('sound.wav')) } }],
      ['lipsync', { ...clip, sound: { kind: 'speech_job', jobId: idOf(9) } }],
      ['lipsync', { ...clip, options: { ...options, background: backdrop } }],
      [
        'enhance',
        {
          subject: { ...picture, ...named(outside.at('picture.png')) },
          jobId: null,
          options: { model: 'general', quality: 'fast', strength: 1, fidelity: 1, upscale: 1 },
        },
      ],
    ];
    const queued = jobs.map(
      ([kind, payload], index) =>
        `INSERT INTO jobs (job_id, kind, status, payload, created_at)
       VALUES ('${idOf(index)}', '${kind}', 'queued', '${JSON.stringify(payload)}', 1);`,
    );
    const spoken = `INSERT INTO jobs (job_id, kind, status, payload, created_at, finished_at, ${column}, result)
    VALUES ('${idOf(9)}', 'tts', 'succeeded', '{"text":"Hi."}', 1, ${Date.now()},
      '${output(outside.at('sound.wav'))}', '${JSON.stringify(speech)}');`;
    const archive = await madeBackup({
      files: { 'jobs/jobs.db': madeDatabase([schema, spoken, ...queued].join('\n')) },
    });
    writeFileSync(join(service.dataDir, 'backups', `${name}.tar.gz`), archive);
    expect(await service.post(`/backups/${name}/restore`, {})).toMatchObject({ status: 200 });
    for (const [index, [kind]] of jobs.entries())
      expect(await finishedJob(service, `/${kind}/jobs/${idOf(index)}`)).toMatchObject({
        status: 'failed',
        error: { code: 'path_not_allowed' },
      });
  },
);

it('finds the output of restored jobs in the folders of this service', async () => {
  const [sound, words] = [readFileSync(outside.at('sound.wav')), 'WEBVTT\n'];
  const there = `/another/machine/media/audio/${idOf(1)}`;
  const result = {
    words: [],
    subtitles: { srt_path: `${there}/speech.srt`, vtt_path: `${there}/speech.vtt` },
  };
  const spoken = `INSERT INTO jobs (job_id, kind, status, payload, created_at, finished_at, output_path, result)
    VALUES ('${idOf(1)}', 'tts', 'succeeded', '{"text":"Hi."}', 1, ${Date.now()},
      '${there}/speech.wav', '${JSON.stringify(result)}');`;
  const archive = await madeBackup({
    files: {
      'jobs/jobs.db': madeDatabase(jobSchema + spoken),
      [`media/audio/${idOf(1)}/speech.wav`]: sound,
      [`media/audio/${idOf(1)}/speech.vtt`]: words,
    },
  });
  writeFileSync(join(service.dataDir, 'backups', 'before.tar.gz'), archive);
  expect(await service.post('/backups/before/restore', {})).toMatchObject({ status: 200 });
  const { body } = await service.get(`/tts/jobs/${idOf(1)}`);
  const here = (name: string) => join(realpathSync(service.dataDir), 'media', 'audio', idOf(1), name);
  expect(body).toMatchObject({
    output_path: here('speech.wav'),
    result: { words: [], subtitles: { srt_path: here('speech.srt'), vtt_path: here('speech.vtt') } },
  });
  const media = await fetch(service.url + body.media_url);
  expect(Buffer.from(await media.arrayBuffer())).toEqual(sound);
  const read = `/media/audio?path=${encodeURIComponent(body.result.subtitles.vtt_path)}`;
  expect((await service.get(read)).body).toBe(words);
});
