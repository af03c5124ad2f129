import { readFileSync } from 'node:fs';
import { readRgbPicture } from '@anima/face';
import { readWav } from '@anima/speech/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { voiceFamilies } from '../speech/voice-families.js';
import { family as beep } from '../testing/engines/beep-family/family.js';
import { engine as plain } from '../testing/engines/plain-face/engine.js';
import { finishedJob } from '../testing/finished-job.js';
import { createTestMedia, LEO, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { faceEngines } from './render/face-engines.js';

let media: TestMedia;
let service: TestService;
beforeAll(async () => {
  media = await createTestMedia();
  media.run('-i', LEO.replace('.glb', '.png'), '-vf', 'scale=256:256', media.at('leo.png'));
  service = await startTestService(
    { AVATAR_FILE_ROOTS: media.at('.') },
    { voiceFamilies: [...voiceFamilies, beep], faceEngines: [...faceEngines, plain] },
  );
});
afterAll(async () => {
  await service.close();
  media.remove();
});

async function made(path: string, body: Record<string, unknown>) {
  const accepted = await service.post(path, body);
  expect(accepted.status).toBe(202);
  const job = await finishedJob(service, accepted.body.status_url);
  expect(job.error).toBeUndefined();
  return job;
}

describe('a family of voices that is one folder, and one more in the list', () => {
  it('appears in every list of engines and voices', async () => {
    const { body } = await service.get('/voices');
    expect(body.voices.map(({ name, engine }: Record<string, string>) => [name, engine])).toEqual(
      expect.arrayContaining([
        ['heart', 'hibari'],
        ['beep-low', 'beep'],
        ['beep-high', 'beep'],
      ]),
    );
    const { engines } = (await service.get('/bootstrap-config')).body;
    expect(engines).toContainEqual({ name: 'beep', loaded: false });
    const models = (await service.get('/v1/models')).body.data;
    expect(models.map(({ id }: { id: string }) => id)).toEqual(['hibari', 'beep']);
    expect((await service.get('/catalog')).body.voices).toContainEqual(
      expect.objectContaining({ name: 'beep-low', engine: 'beep', kind: 'engine' }),
    );
  });

  it('is loaded ahead', async () => {
    const { body } = await service.post('/avatars/warm', { engines: ['beep'] });
    expect(body.loaded).toMatchObject([{ model: 'beep' }]);
    const { engines } = (await service.get('/bootstrap-config')).body;
    expect(engines).toContainEqual({ name: 'beep', loaded: true });
  });

  it('speaks in a separate process with correct word times', async () => {
    const job = await made('/tts/generate', { text: 'Low tones, please.', voice: 'beep-low' });
    expect(job.result).toMatchObject({ voice: 'beep-low', sample_rate: 16_000 });
    const { words } = job.result;
    expect(words.map(({ word }: { word: string }) => word)).toEqual(['Low', 'tones', 'please']);
    const { samples, sampleRate } = readWav(readFileSync(job.output_path));
    const loudest = (from: number, to: number) =>
      samples
        .subarray(Math.ceil(from * sampleRate), Math.floor(to * sampleRate))
        .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    let before = 0;
    for (const { start, end } of words) {
      expect(loudest(start, end)).toBeGreaterThan(0.15);
      if (start > before) expect(loudest(before, start)).toBe(0);
      before = end;
    }
  });
});

describe('a face engine that is one folder, and one more in the list', () => {
  const clip = (fields: Record<string, unknown>) => ({
    ...{ text: 'Wow, wow.', voice: 'beep-high', source_path: media.at('leo.png'), engine: 'plain' },
    options: { fps: 10, width: 128, head_motion: false },
    ...fields,
  });

  it('appears in every list of engines', async () => {
    const { engines } = (await service.get('/bootstrap-config')).body;
    expect(engines).toContainEqual({ name: 'plain', loaded: false });
    const { paths } = (await service.get('/openapi.json')).body;
    const { schema } = paths['/lipsync/generate'].post.requestBody.content['application/json'];
    expect(schema.properties.engine.enum).toEqual(['auto', 'head', 'mesh', 'wav2lip', 'plain']);
    expect((await service.post('/avatars/warm', { engines: ['plain'] })).body.loaded).toMatchObject([
      { model: 'plain' },
    ]);
  });

  it('is refused where it does not fit, by name', async () => {
    const { body } = await service.post('/lipsync/generate', clip({ source_path: undefined, face: 'leo' }));
    expect(body).toMatchObject({ code: 'engine_not_fitting' });
    const { detail } = (await service.post('/lipsync/generate', clip({ engine: 'head' }))).body;
    expect(detail).toBe(
      'Expected mesh or wav2lip or plain for engine, as the file is a picture, received head',
    );
    expect((await service.post('/lipsync/generate', clip({ engine: 'none' }))).status).toBe(400);
  });

  it('draws the speech of an added voice in a separate process: the mouth opens with the words', async () => {
    const job = await made('/lipsync/generate', clip({}));
    expect(job.result).toMatchObject({
      ...{ engine: 'plain', width: 128, height: 128, fps: 10 },
      face_track: { frames: 1, frames_with_face: 1 },
    });
    media.run('-i', job.output_path, media.at('frame-%03d.png'));
    const black: number[] = [];
    for (let frame = 1; frame <= job.result.frames; frame++) {
      const { rgb } = await readRgbPicture(media.at(`frame-${String(frame).padStart(3, '0')}.png`));
      // Green, which most of the light is made of.
      black.push(rgb.filter((value, at) => at % 3 === 1 && value < 24).length);
    }
    const [least, most] = [Math.min(...black), Math.max(...black)];
    expect(most).toBeGreaterThan(least + 30);
  });
});
