import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../adapters/ffmpeg/find-ffmpeg.js';
import { runFfmpeg } from '../adapters/ffmpeg/run-ffmpeg.js';
import { makeOddMedia, type OddFile } from '../testing/odd-media.js';
import { createTestMedia, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let media: TestMedia;
let files: OddFile[];
beforeAll(async () => {
  media = await createTestMedia();
  const t = performance.now();
  files = await makeOddMedia(media);
  console.log('corpus', performance.now() - t);
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
}, 120_000);
afterAll(async () => {
  await service.close();
  media.remove();
});

const options = { width: 96, fps: 10 };

async function finished(statusUrl: string) {
  let job: Record<string, any> = {};
  await vi.waitFor(
    async () => {
      job = (await service.get(statusUrl)).body;
      expect(['queued', 'running']).not.toContain(job.status);
    },
    { timeout: 300_000, interval: 50 },
  );
  return job;
}
async function inspect(path: string) {
  const ffmpeg = (await findFfmpeg(undefined))!;
  const { words, succeeded } = await runFfmpeg(ffmpeg, { path, format: 'mp4' }, [
    ...['-stats', '-map', '0:v:0', '-f', 'null', '-'],
  ]);
  expect(succeeded).toBe(true);
  return { words, frames: Number([...words.matchAll(/frame=\s*(\d+)/g)].at(-1)![1]) };
}

it('explores', async () => {
  for (const kind of ['source_path', 'audio_path']) {
    const scenes = [];
    for (const { name } of files) {
      const t = performance.now();
      const who = kind === 'source_path' ? { text: 'Hi.' } : { face: 'leo' };
      const a = await service.post('/lipsync/generate', { ...who, [kind]: media.at(name), options });
      let out = '';
      if (a.status === 202) {
        const t1 = performance.now();
        const job = await finished(a.body.status_url);
        out = job.status + ' ' + JSON.stringify(job.error ?? '') ;
        if (job.status === 'succeeded') {
          const { frames } = await inspect(job.output_path);
          out += ` ${job.result.frames}/${frames} ${job.result.width}x${job.result.height} ${JSON.stringify(job.result.face_track)} ${JSON.stringify(job.result.notes)}`;
        }
        out += ` render ${(performance.now() - t1) | 0}`;
      } else out = a.status + ' ' + a.body.code + ' ' + a.body.detail;
      console.log(kind, name, (performance.now() - t) | 0, out);
    }
  }
  for (const l of service.log()) if (Number(l.level) >= 40 ) console.log(JSON.stringify(l).slice(0, 1500));
}, 600_000);
