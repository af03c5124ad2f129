import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestMedia, H264, LEO, type TestMedia } from '../testing/test-media.js';
import { isInTwos, startTestService, type TestService } from '../testing/test-service.js';

let media: TestMedia;
let service: TestService;
beforeAll(async () => {
  media = await createTestMedia();
  media.make('talk.mp4', ...H264);
  // Larger than a thumbnail.
  media.run('-f', 'lavfi', '-i', 'testsrc=size=1200x900', '-frames:v', '1', media.at('wide.png'));
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
  for (const [kind, name] of [
    ['sources', 'talk.mp4'],
    ['faces', 'wide.png'],
  ])
    await service.post(`/catalog/${kind}`, { name: name!.split('.')[0], path: media.at(name!) });
});
afterAll(async () => {
  await service.close();
  media.remove();
});

const video = '/catalog/sources/talk/video';
const cache = () => join(service.dataDir, 'cache', 'catalog');
const thumbnails = () => readdirSync(cache()).filter((name) => name.endsWith('.jpg'));
const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(service.url + path, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('the clip of a source', () => {
  it('is sent whole and in parts, and answers HEAD', async () => {
    const file = readFileSync(media.at('talk.mp4'));
    const whole = await bytesOf(video);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(whole.bytes.equals(file)).toBe(true);

    const part = await bytesOf(video, { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${file.length}`);
    expect(part.bytes.equals(file.subarray(100, 200))).toBe(true);

    const beyond = await service.get(video, { range: `bytes=${file.length}-` });
    expect(beyond).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${file.length}`);

    const head = await service.request('HEAD', video);
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers.get('content-length')).toBe(String(file.length));
  });

  it.each([video, '/catalog/faces/leo/model'])('is not sent again when it is the same: %s', async (path) => {
    const etag = (await service.get(path)).headers.get('etag')!;
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get(service.url + path, { headers: { 'if-none-match': etag } }, resolve);
    });
    answer.resume();
    expect(answer.statusCode).toBe(304);
  });

  it('arrives whole though it is deleted meanwhile', async () => {
    // More than the buffers of a connection hold.
    const large = Buffer.concat([readFileSync(media.at('talk.mp4')), box('free', 24 * 1024 * 1024)]);
    writeFileSync(media.at('large.mp4'), large);
    expect(
      (await service.post('/catalog/sources', { name: 'large', path: media.at('large.mp4') })).status,
    ).toBe(201);
    const answer = await fetch(`${service.url}/catalog/sources/large/video`);
    const reader = answer.body!.getReader();
    let received = (await reader.read()).value!.length;
    expect((await service.request('DELETE', '/catalog/sources/large')).status).toBe(204);
    for (let next = await reader.read(); !next.done; next = await reader.read())
      received += next.value.length;
    expect(received).toBe(large.length);
    expect((await service.get('/catalog/sources/large/video')).status).toBe(404);
  });

  /** A box of ISO 14496-12 with nothing in it. */
  function box(type: string, size: number): Buffer {
    const bytes = Buffer.alloc(size);
    bytes.writeUInt32BE(size, 0);
    bytes.write(type, 4);
    return bytes;
  }
});

describe('the model of a face', () => {
  it('is its file: a head or a picture, whole and in parts', async () => {
    const { faces } = (await service.get('/catalog')).body;
    const urlOf = (name: string) => faces.find((face: { name: string }) => face.name === name).model_url;
    const file = readFileSync(LEO);
    const whole = await bytesOf(urlOf('leo'));
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'model/gltf-binary']);
    expect(whole.bytes.equals(file)).toBe(true);
    const part = await bytesOf(urlOf('leo'), { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(file.subarray(100, 200))).toBe(true);
    const head = await service.request('HEAD', urlOf('leo'));
    expect(head.headers.get('content-length')).toBe(String(file.length));
    const picture = await bytesOf(urlOf('wide'));
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.bytes.equals(readFileSync(media.at('wide.png')))).toBe(true);
  });

  it('is missed by name', async () => {
    expect(await service.get('/catalog/faces/nobody/model')).toMatchObject({
      status: 404,
      body: { code: 'catalog_entry_not_found' },
    });
  });
});

describe('a thumbnail', () => {
  it('is a small JPEG of a clip or picture, made once', async () => {
    for (const path of ['/catalog/sources/talk/thumbnail', '/catalog/faces/wide/thumbnail']) {
      const { status, headers, bytes } = await bytesOf(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('image/jpeg');
      writeFileSync(media.at('thumbnail.jpg'), bytes);
      const made = await service.post('/catalog/faces', { name: 'small', path: media.at('thumbnail.jpg') });
      const { width, height } = made.body;
      expect([width, height]).toEqual(path.includes('wide') ? [480, 360] : [64, 48]);
      await service.request('DELETE', '/catalog/faces/small');
      // The stored file is sent unchanged and not generated again.
      const thumbnail = thumbnails().find((name) => readFileSync(join(cache(), name)).equals(bytes))!;
      writeFileSync(join(cache(), thumbnail), Buffer.concat([bytes, Buffer.from('kept')]));
      expect((await bytesOf(path)).bytes.subarray(-4).toString()).toBe('kept');
    }
  });

  it.each([
    [1, 64, 48, 'white'],
    [3, 64, 48, 'black'],
    [6, 48, 64, 'black'],
    [8, 48, 64, 'white'],
  ])('of a photo stands upright: orientation %i', async (orientation, width, height, topRight) => {
    // White on the right, black on the left.
    const halves = 'color=black:size=32x48[a];color=white:size=32x48[b];[a][b]hstack';
    media.run('-f', 'lavfi', '-i', halves, '-frames:v', '1', '-q:v', '2', media.at('halves.jpg'));
    const jpeg = readFileSync(media.at('halves.jpg'));
    writeFileSync(
      media.at('photo.jpg'),
      Buffer.concat([jpeg.subarray(0, 2), exif(orientation), jpeg.subarray(2)]),
    );
    const made = await service.post('/catalog/faces', { name: 'photo', path: media.at('photo.jpg') });
    expect(made).toMatchObject({ status: 201, body: { width, height } });
    const { bytes } = await bytesOf('/catalog/faces/photo/thumbnail');
    await service.request('DELETE', '/catalog/faces/photo');
    writeFileSync(media.at('upright.jpg'), bytes);
    media.run('-i', media.at('upright.jpg'), '-pix_fmt', 'gray', '-f', 'rawvideo', media.at('upright.gray'));
    const pixels = readFileSync(media.at('upright.gray'));
    expect(pixels.length).toBe(width * height);
    expect(pixels[width - 1]! > 128 ? 'white' : 'black').toBe(topRight);
  });

  it.each(['png', 'webp', 'jpg', 'avif'] as const)(
    'of a %s that is turned stands upright, in the size that is told',
    async (format) => {
      // Stored lying: white at the bottom, which its mark turns to the left.
      const white = await sharp({ create: { width: 64, height: 24, channels: 3, background: 'white' } })
        .png()
        .toBuffer();
      const stored = sharp({ create: { width: 64, height: 48, channels: 3, background: 'black' } })
        .composite([{ input: white, left: 0, top: 24 }])
        .withMetadata({ orientation: 6 });
      const path = media.at(`turned.${format}`);
      await stored.toFormat(format === 'jpg' ? 'jpeg' : format).toFile(path);
      const made = await service.post('/catalog/faces', { name: 'turned', path });
      expect(made).toMatchObject({ status: 201, body: { width: 48, height: 64 } });
      const { bytes } = await bytesOf('/catalog/faces/turned/thumbnail');
      await service.request('DELETE', '/catalog/faces/turned');
      const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([48, 64]);
      expect([data[2]! > 128, data[45]! > 128]).toEqual([true, false]);
    },
  );

  it('survives a restart, and is made again when the cache was deleted', async () => {
    await bytesOf('/catalog/sources/talk/thumbnail');
    const before = thumbnails();
    await service.restart();
    expect((await bytesOf('/catalog/sources/talk/thumbnail')).status).toBe(200);
    expect(thumbnails()).toEqual(before);
    rmSync(cache(), { recursive: true });
    expect((await bytesOf('/catalog/sources/talk/thumbnail')).status).toBe(200);
  });

  it('is another one for another file of the same name', async () => {
    const path = '/catalog/faces/changing/thumbnail';
    await service.post('/catalog/faces', { name: 'changing', path: media.at('wide.png') });
    const { bytes, headers } = await bytesOf(path);
    await service.request('DELETE', '/catalog/faces/changing');
    media.run('-i', media.at('wide.png'), '-vf', 'negate', media.at('other.png'));
    await service.post('/catalog/faces', { name: 'changing', path: media.at('other.png') });
    const other = await bytesOf(path);
    expect(other.bytes.equals(bytes)).toBe(false);
    expect(other.headers.get('etag')).not.toBe(headers.get('etag'));
  });

  it('of a head is drawn', async () => {
    copyFileSync(LEO, media.at('head.glb'));
    await service.post('/catalog/faces', { name: 'head', path: media.at('head.glb') });
    const drawn = await bytesOf('/catalog/faces/head/thumbnail');
    expect(drawn).toMatchObject({ status: 200 });
    expect(drawn.headers.get('content-type')).toBe('image/jpeg');
    expect(drawn.bytes.length).toBeGreaterThan(10_000);
  });

  it('of many at the same time is made for each of them', async () => {
    rmSync(cache(), { recursive: true });
    await service.restart();
    const answers = await Promise.all([1, 2, 3, 4].map(() => bytesOf('/catalog/faces/wide/thumbnail')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(readdirSync(cache()).filter((name) => !/\.(jpg|json)$/.test(name))).toEqual([]);
  });
});

describe('what was found in a file', () => {
  const notes = () => readdirSync(cache()).filter((name) => name.endsWith('.json'));

  // Each process looks for itself, once.
  it.skipIf(isInTwos())('is kept: neither a second look nor a restart opens it again', async () => {
    const before = (await service.get('/catalog')).body;
    rmSync(cache(), { recursive: true });
    expect((await service.get('/catalog')).body).toEqual(before);
    expect(existsSync(cache())).toBe(false);

    await service.restart();
    await service.get('/catalog');
    for (const name of notes()) {
      const path = join(cache(), name);
      writeFileSync(path, readFileSync(path, 'utf8').replace('"fps":25', '"fps":7'));
    }
    await service.restart();
    expect((await service.get('/catalog')).body.sources).toMatchObject([{}, { name: 'talk', fps: 7 }]);
  });

  // Each process looks for itself, once.
  it.skipIf(isInTwos())('goes with its entry', async () => {
    media.run('-i', media.at('wide.png'), '-vf', 'hue=h=90', media.at('going.png'));
    const before = readdirSync(cache());
    await service.post('/catalog/faces', { name: 'going', path: media.at('going.png') });
    await bytesOf('/catalog/faces/going/thumbnail');
    expect(readdirSync(cache())).toHaveLength(before.length + 2);
    await service.request('DELETE', '/catalog/faces/going');
    expect(readdirSync(cache())).toEqual(before);
  });
});

describe('with a ticket', () => {
  it('the catalog may be read and not changed', async () => {
    const guarded = await startTestService({
      AVATAR_SERVICE_TOKEN: 'secret',
      AVATAR_FILE_ROOTS: media.at('.'),
    });
    try {
      const authorization = 'Bearer secret';
      const fields = { name: 'talk', path: media.at('talk.mp4') };
      expect((await guarded.post('/catalog/sources', fields, { authorization })).status).toBe(201);
      const { ticket } = (await guarded.get('/auth/ticket', { authorization })).body;
      for (const path of [
        '/catalog',
        video,
        '/catalog/sources/talk/thumbnail',
        '/voices',
        '/bootstrap-config',
      ]) {
        expect((await guarded.get(`${path}?ticket=${ticket}`)).status).toBe(200);
        expect((await guarded.get(path)).status).toBe(401);
      }
      const asTicket = { 'x-avatar-ticket': ticket };
      expect((await guarded.post('/catalog/sources', fields, asTicket)).status).toBe(403);
      expect((await guarded.patch('/catalog/defaults', { source: 'talk' }, asTicket)).status).toBe(403);
      const deleted = await guarded.request('DELETE', '/catalog/sources/talk', { headers: asTicket });
      expect(deleted.status).toBe(403);
    } finally {
      await guarded.close();
    }
  });
});

/** Returns the JPEG segment in which a camera records the orientation. */
function exif(orientation: number): Buffer {
  const entry = Buffer.from('011200030000000100000000', 'hex');
  entry.writeUInt16BE(orientation, 8);
  const tiff = Buffer.concat([Buffer.from('4d4d002a000000080001', 'hex'), entry, Buffer.alloc(4)]);
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), size, content]);
}
