import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedJob } from '../testing/finished-job.js';
import { openLive } from '../testing/live-socket.js';
import { packedGlb } from '../testing/packed-glb.js';
import { createTestMedia, glb, LEO, suzu, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
});
afterAll(async () => {
  await service.close();
  media.remove();
});

function upload(content: Buffer, name: string, fileName = `${name}.vrm`) {
  const form = new FormData();
  form.append('name', name);
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), fileName);
  return service.request('POST', '/catalog/faces', { body: form });
}
const stored = () => readdirSync(join(service.dataDir, 'catalog', 'faces'));

/** Counts red samples in the middle of the lower half of each frame: the visible mouth interior. */
function openings(clip: string): number[] {
  const [size, bytes] = [128, (3 * 128 ** 2) / 2];
  media.run('-i', clip, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', '128x128', media.at('frames.raw'));
  const all = readFileSync(media.at('frames.raw'));
  return Array.from({ length: all.length / bytes }, (_, frame) => {
    const red = all.subarray(frame * bytes + 1.25 * size ** 2, (frame + 1) * bytes);
    return [...red.keys()].filter((i) => red[i]! > 160 && i > 32 * 64 && i < 42 * 64).length;
  });
}

describe.each(['suzu-0', 'suzu-1'] as const)('a VRM character, %s', (name) => {
  it('is a face: detected by content, listed, drawn and animated', { timeout: 90_000 }, async () => {
    // The content decides, not the name.
    expect(await upload(readFileSync(suzu(name)), name, 'clip.mp4')).toMatchObject({
      status: 201,
      body: {
        name,
        kind: 'head',
        format: 'vrm',
        width: null,
        height: null,
        bytes: statSync(suzu(name)).size,
      },
    });
    expect(stored()).toContain(`${name}.vrm`);
    const { faces } = (await service.get('/catalog')).body;
    expect(faces).toContainEqual(expect.objectContaining({ name, kind: 'head', format: 'vrm' }));
    const thumbnail = await fetch(`${service.url}/catalog/faces/${name}/thumbnail`);
    expect(thumbnail.headers.get('content-type')).toBe('image/jpeg');
    expect((await thumbnail.arrayBuffer()).byteLength).toBeGreaterThan(2_000);

    const model = await fetch(`${service.url}/catalog/faces/${name}/model`);
    expect(model.headers.get('content-type')).toBe('model/gltf-binary');
    expect(Buffer.from(await model.arrayBuffer()).equals(readFileSync(suzu(name)))).toBe(true);

    const { body } = await service.post('/lipsync/generate', {
      text: 'Mama, papa, Bobby, a map.',
      face: name,
      options: { width: 256, fps: 25, head_motion: 0 },
    });
    const job = await finishedJob(service, body.status_url);
    expect(job).toMatchObject({ status: 'succeeded', result: { engine: 'head', width: 256, height: 256 } });
    expect(job.result.notes).toEqual([
      'Features of this VRM character that are not drawn: swinging hair and clothes (spring bones), outlines',
      expect.stringContaining('mouths aa, ih, ou, ee, oh'),
    ]);
    const open = openings(job.output_path);
    expect(open).toHaveLength(job.result.frames);
    // Closed before it speaks and at the end, open on its vowels, closed on each m, p and b.
    expect([open[0], open.at(-1)]).toEqual([0, 0]);
    expect(Math.max(...open)).toBeGreaterThan(4);
    const closures = open.filter((count, i) => count === 0 && (open[i - 1] ?? 0) > 0).length;
    expect(closures).toBeGreaterThanOrEqual(4);
  });
});

it('a live session returns its URL to the page', async () => {
  await upload(readFileSync(suzu('suzu-1')), 'live');
  const live = await openLive(service.url);
  await live.until('session');
  live.send({ type: 'session.update', face: 'live' });
  expect(await live.until('session')).toMatchObject({ face: { name: 'live', format: 'vrm' } });
  await live.close();
});

it.each([
  ['a head', () => readFileSync(LEO), 'glb'],
  ['a VRM character', () => readFileSync(suzu('suzu-1')), 'vrm'],
] as const)(
  '%s that is compressed by meshopt is a face, and pages get it unpacked',
  async (_, read, format) => {
    const packed = await packedGlb(read());
    const name = `packed-${format}`;
    expect(await upload(packed, name)).toMatchObject({ status: 201, body: { kind: 'head', format } });
    const url = `${service.url}/catalog/faces/${name}/model`;
    const model = await fetch(url);
    expect(model.headers.get('content-type')).toBe('model/gltf-binary');
    const plain = Buffer.from(await model.arrayBuffer());
    const json = plain.toString('utf8', 20, 20 + plain.readUInt32LE(12));
    expect(json).not.toContain('meshopt');
    expect(json.includes('VRMC_vrm')).toBe(format === 'vrm');
    const part = await fetch(url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'glTF']);
    expect((await fetch(`${service.url}/catalog/faces/${name}/thumbnail`)).status).toBe(200);
    await service.request('DELETE', `/catalog/faces/${name}`);
    expect((await fetch(url)).status).toBe(404);
  },
);

describe('a VRM is refused, and leaves nothing', () => {
  const bent = (
    // biome-ignore lint/suspicious/noExplicitAny: what is put wrong is asserted by what comes of it
    change: (json: any) => void,
  ): Buffer => {
    const bytes = readFileSync(suzu('suzu-1'));
    const end = 20 + bytes.readUInt32LE(12);
    const json = JSON.parse(bytes.toString('utf8', 20, end));
    change(json);
    const whole = Buffer.concat([glb(JSON.stringify(json)), bytes.subarray(end)]);
    whole.writeUInt32LE(whole.length, 8);
    return whole;
  };
  it.each<[string, () => Buffer, string, RegExp]>([
    [
      'without meshes',
      () => glb('{"asset":{"version":"2.0"},"extensions":{"VRM":{}}}'),
      'head_invalid',
      /bone "head"/,
    ],
    [
      'with a picture elsewhere',
      () =>
        bent((json) =>
          Object.assign(json.images[0], { uri: 'http://127.0.0.1:9/a.png', bufferView: undefined }),
        ),
      'head_invalid',
      /inside it/,
    ],
    [
      'with a script it cannot do without',
      () => bent((json) => Object.assign(json, { extensionsRequired: ['KHR_interactivity'] })),
      'head_invalid',
      /KHR_interactivity/,
    ],
    ['cut off', () => readFileSync(suzu('suzu-0')).subarray(0, 90_000), 'media_unreadable', /truncated/],
  ])('%s', async (_, content, code, detail) => {
    const before = stored();
    const answer = await upload(content(), 'bad');
    expect(answer).toMatchObject({ status: 422, body: { code, detail: expect.stringMatching(detail) } });
    expect(stored()).toEqual(before);
  });
});
