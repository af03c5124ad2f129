import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRgbPicture } from '@anima/face';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedJob } from '../testing/finished-job.js';
import { createTestMedia, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const NETWORKS = fileURLToPath(new URL('../../../../scripts/make-test-networks.mjs', import.meta.url));
const PORTRAIT = fileURLToPath(new URL('../../../../models/heads/leo.png', import.meta.url));

let service: TestService;
let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
  execFileSync(process.execPath, [NETWORKS, service.dataDir]);
  // Renames the networks: the checksums of the table apply only to names in the table.
  for (const file of networks()) renameSync(file, file.replace(/[^/]+$/, 'own.onnx'));
  media.run('-i', PORTRAIT, '-vf', 'scale=256:256', media.at('leo.png'));
});
afterAll(async () => {
  await service.close();
  media.remove();
});

const networks = () => {
  const models = join(service.dataDir, 'models');
  const files = readdirSync(models, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.onnx')).map((file) => join(models, file));
};

async function made(path: string, body: Record<string, unknown>) {
  const accepted = await service.post(path, body);
  expect(accepted.status).toBe(202);
  const job = await finishedJob(service, accepted.body.status_url);
  expect(job.error).toBeUndefined();
  return job;
}

/** Small networks with the interfaces of the real ones: their output is simple arithmetic on the image. */
describe('user-installed networks', { timeout: 90_000 }, () => {
  it('wav2lip is an engine then, and paints the lower face of every frame', async () => {
    expect((await service.get('/bootstrap-config')).body.engines).toContainEqual({
      name: 'wav2lip',
      loaded: false,
    });
    const job = await made('/lipsync/generate', {
      text: 'Hello.',
      source_path: media.at('leo.png'),
      engine: 'wav2lip',
      options: { fps: 10 },
    });
    expect(job.result).toMatchObject({
      engine: 'wav2lip',
      width: 256,
      face_track: { frames: 1, frames_with_face: 1 },
    });
    media.run('-i', job.output_path, '-frames:v', '1', media.at('painted.png'));
    const [before, after] = [
      await readRgbPicture(media.at('leo.png')),
      await readRgbPicture(media.at('painted.png')),
    ];
    const change = (fromY: number, toY: number) => {
      let sum = 0;
      for (let y = fromY; y < toY; y++)
        for (let at = 3 * (y * 256 + 110); at < 3 * (y * 256 + 146); at++)
          sum += Math.abs(before.rgb[at]! - after.rgb[at]!);
      return sum / ((toY - fromY) * 36 * 3);
    };
    // The mouth, and the forehead, which only the encoder has touched.
    expect(change(138, 160)).toBeGreaterThan(8);
    expect(change(60, 80)).toBeLessThan(4);
  });

  it.each([
    ['gfpgan', {}],
    ['restoreformer', { strength: 1 }],
    ['gpen', {}],
    ['codeformer', { fidelity: 0.2 }],
  ])('%s restores faces', async (model, options) => {
    const job = await made('/enhance/generate', { source_path: media.at('leo.png'), model, ...options });
    expect(job.result).toMatchObject({ model, frames_with_face: 1, notes: [] });
    const [before, after] = [
      await readRgbPicture(media.at('leo.png')),
      await readRgbPicture(job.output_path),
    ];
    const at = (x: number, y: number) => 3 * (y * 256 + x);
    expect([...after.rgb.subarray(at(0, 0), at(256, 8))]).toEqual([
      ...before.rgb.subarray(at(0, 0), at(256, 8)),
    ]);
    const face = [...after.rgb.subarray(at(100, 110), at(156, 110))];
    expect(face).not.toEqual([...before.rgb.subarray(at(100, 110), at(156, 110))]);
  });

  it('a file that is no such network fails its job with words', async () => {
    const gfpgan = networks().find((file) => /gfpgan/i.test(file))!;
    writeFileSync(gfpgan, 'no network');
    const body = { source_path: media.at('leo.png'), model: 'gfpgan' };
    const accepted = await service.post('/enhance/generate', body);
    expect(accepted.status).toBe(202);
    const job = await finishedJob(service, accepted.body.status_url);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'model_invalid' } });
  });
});
