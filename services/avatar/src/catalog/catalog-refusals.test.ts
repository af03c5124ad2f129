import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestMedia, glb, H264, LEO, type TestMedia } from '../testing/test-media.js';
import { type Answer, isInTwos, startTestService, type TestService } from '../testing/test-service.js';

let media: TestMedia;
let outside: TestMedia;
let service: TestService;
let clip: Buffer;
let picture: Buffer;
beforeAll(async () => {
  media = await createTestMedia();
  outside = await createTestMedia();
  clip = readFileSync(media.make('clip.mp4', ...H264));
  picture = readFileSync(media.make('picture.png', '-frames:v', '1'));
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
});
afterAll(async () => {
  await service.close();
  media.remove();
  outside.remove();
});

const folder = (kind: string) => join(service.dataDir, 'catalog', kind);
const lying = () => ['faces', 'sources', 'voices'].flatMap((kind) => readdirSync(folder(kind)));
/** A rejected request leaves no files, not even partial ones. */
afterEach(() => expect(lying()).toEqual([]));

function upload(
  kind: string,
  content: Buffer,
  fields: Record<string, string> = { name: 'x' },
): Promise<Answer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'upload.mp4');
  return service.request('POST', `/catalog/${kind}`, { body: form });
}

describe('a file is refused', () => {
  const cut = (path: string, share: number) => {
    const bytes = readFileSync(path);
    return bytes.subarray(0, Math.floor(bytes.length * share));
  };
  it.each<[string, string, () => Buffer, string]>([
    ['nothing at all', 'sources', () => Buffer.alloc(0), 'media_unreadable'],
    ['a text', 'sources', () => Buffer.from('this is a text and no clip'), 'media_unreadable'],
    [
      'a playlist',
      'sources',
      () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
      'media_unreadable',
    ],
    ['a picture as a source', 'sources', () => picture, 'media_kind_wrong'],
    ['a head as a source', 'sources', () => readFileSync(LEO), 'media_kind_wrong'],
    ['a scene that is no head', 'faces', () => glb(), 'head_invalid'],
    ['a clip as a face', 'faces', () => clip, 'media_kind_wrong'],
    [
      'sound alone',
      'sources',
      () => readFileSync(media.make('s.mp4', '-vn', '-c:a', 'aac')),
      'media_unreadable',
    ],
    ['half a clip', 'sources', () => cut(media.at('clip.mp4'), 0.5), 'media_unreadable'],
    [
      'a clip whose index comes first, cut off near its end',
      'sources',
      () => cut(media.make('fast.mp4', ...H264, '-movflags', '+faststart'), 0.9),
      'media_unreadable',
    ],
    [
      'a cut webm',
      'sources',
      () => cut(media.make('c.webm', '-c:v', 'libvpx', '-an'), 0.7),
      'media_unreadable',
    ],
    ['a cut mkv', 'sources', () => cut(media.make('c.mkv', ...H264), 0.7), 'media_unreadable'],
    ['a cut gif', 'sources', () => cut(media.make('c.gif', '-an'), 0.7), 'media_unreadable'],
    ['half a png', 'faces', () => cut(media.at('picture.png'), 0.5), 'media_unreadable'],
    [
      'a jpg without its end',
      'faces',
      () => cut(media.make('c.jpg', '-frames:v', '1'), 0.8),
      'media_unreadable',
    ],
    ['half a webp', 'faces', () => cut(media.make('c.webp', '-frames:v', '1'), 0.5), 'media_unreadable'],
    ['a cut head', 'faces', () => glb().subarray(0, 30), 'media_unreadable'],
    ['a head without a scene', 'faces', () => glb('{"a":1}'), 'media_unreadable'],
    ['the first bytes of a png', 'faces', () => picture.subarray(0, 8), 'media_unreadable'],
    [
      'a picture of 81 million pixels in few bytes',
      'faces',
      () => {
        const plain = 'color=size=9000x9000';
        media.run('-f', 'lavfi', '-i', plain, '-frames:v', '1', '-pix_fmt', 'gray', media.at('large.png'));
        return readFileSync(media.at('large.png'));
      },
      'media_unreadable',
    ],
    ['noise that begins as a clip', 'sources', () => noise('\0\0\0\x18ftypisom'), 'media_unreadable'],
    ['a picture of an iPhone', 'faces', () => noise('\0\0\0\x18ftypheic'), 'media_unreadable'],
  ])('%s', async (_, kind, content, code) => {
    const answer = await upload(kind, content());
    if (_.includes('iPhone')) expect(answer.body.detail).toMatch(/HEIC .*save it as JPEG/);
    expect(answer).toMatchObject({ status: 422, body: { code } });
    // The words of ffmpeg may hold paths: they are for the log.
    expect(answer.body.detail).not.toContain(service.dataDir);
  });

  it('larger than its kind may be', async () => {
    const answer = await upload('faces', Buffer.concat([picture, Buffer.alloc(33 * 1024 * 1024)]));
    expect(answer).toMatchObject({ status: 413, body: { code: 'media_too_large' } });
  });

  it('announced larger than any, before it is sent', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(
        `${service.url}/catalog/sources`,
        {
          method: 'POST',
          headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 3 * 1024 ** 3 },
        },
        (response) => {
          resolve(response.statusCode);
          sent.destroy();
        },
      );
      sent.once('error', reject);
      sent.write('--x\r\n');
    });
    expect(status).toBe(413);
  });
});

describe('a form is refused', () => {
  const names = [
    '../up',
    'a/b',
    '',
    '.',
    '..',
    '.hidden',
    'a'.repeat(65),
    'with space',
    'ünï',
    'a\0b',
    'a\n',
  ];
  it.each(names)('with the name %j', async (name) => {
    const byForm = await upload('faces', picture, { name });
    const byPath = await service.post('/catalog/faces', { name, path: media.at('picture.png') });
    for (const answer of [byForm, byPath])
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ path: 'name' }] },
      });
  });

  it.each<[string, Record<string, string>, string]>([
    ['without a name', {}, 'name'],
    ['with an unknown field', { name: 'x', license: 'CC0' }, 'license'],
    ['with a licence too long', { name: 'x', licence: 'x'.repeat(201) }, 'licence'],
    ['with a field far too long', { name: 'x', description: 'x'.repeat(9_000) }, 'description'],
    ['with too many fields', { name: 'x', licence: 'a', description: 'b', more: 'c' }, ''],
  ])('%s', async (_, fields, path) => {
    const answer = await upload('faces', picture, fields);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ path }] } });
  });

  it('without a file, with two, or with one of another name', async () => {
    const send = (parts: [string, string | Blob][]) => {
      const form = new FormData();
      form.append('name', 'x');
      for (const [name, value] of parts) form.append(name, value);
      return service.request('POST', '/catalog/faces', { body: form });
    };
    const file = new Blob([picture as Uint8Array<ArrayBuffer>]);
    expect(await send([])).toMatchObject({ status: 400, body: { errors: [{ path: 'file' }] } });
    expect(
      await send([
        ['file', file],
        ['file', file],
      ]),
    ).toMatchObject({ status: 400 });
    expect(await send([['picture', file]])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'picture' }] },
    });
  });

  it.each([
    ['multipart/form-data', 'x', 400],
    ['multipart/form-data; boundary=x', '', 400],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhal',
      400,
    ],
    ['multipart/form-data; boundary=x', 'no boundary in here', 400],
    ['text/plain', 'x', 415],
    ['application/json', '{', 400],
    ['application/json', '{"name":"x"}', 400],
    ['application/json', '{"name":"x","path":"/a","kind":"clip"}', 400],
  ])('as %s: %j', async (type, body, status) => {
    const answer = await service.request('POST', '/catalog/faces', {
      body,
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(status);
  });

  it('that breaks off: nothing stays', async () => {
    await new Promise<void>((resolve) => {
      const sent = httpRequest(`${service.url}/catalog/sources`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 },
      });
      sent.once('error', () => resolve());
      sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
      sent.write(clip);
      const seen = setInterval(() => {
        if (lying().length === 0) return;
        clearInterval(seen);
        sent.destroy();
      }, 5);
    });
    await vi.waitFor(() => expect(lying()).toEqual([]), { timeout: 5_000 });
    expect(service.log().filter(({ msg }) => msg === 'request failed')).toEqual([]);
  });
});

const ownFiles = ['avatar.db', 'lock.db'].map(
  (name) =>
    [`of ${name}`, () => join(service.dataDir, name), 'path_not_allowed'] as [string, () => string, string],
);

describe('a path is refused', () => {
  it.each<[string, () => string, string]>([
    ['outside of the folders', () => outside.at('picture.png'), 'path_not_allowed'],
    ['outside of the folders, where nothing is', () => outside.at('none'), 'path_not_allowed'],
    ['through a link of a folder', () => media.at('way-out/picture.png'), 'path_not_allowed'],
    ['that is a link', () => media.at('link.png'), 'path_not_allowed'],
    ['up and out', () => media.at('../../../../etc/passwd'), 'path_not_allowed'],
    ['that is relative', () => 'picture.png', 'path_not_allowed'],
    // A shared database has no such files.
    ...(isInTwos() ? [] : ownFiles),
    ['where nothing is', () => media.at('none.png'), 'path_not_found'],
    ['of a folder', () => media.at('folder'), 'media_unreadable'],
    ['of a pipe', () => media.at('pipe'), 'media_unreadable'],
    ['of an empty file', () => media.at('empty.png'), 'media_unreadable'],
  ])('%s', async (_, path, code) => {
    writeFileSync(outside.at('picture.png'), picture);
    prepare();
    const answer = await service.post('/catalog/faces', { name: 'x', path: path() });
    expect(answer).toMatchObject({ status: 422, body: { code } });
  });

  function prepare(): void {
    rmSync(media.at('folder'), { recursive: true, force: true });
    for (const name of ['way-out', 'link.png', 'pipe']) rmSync(media.at(name), { force: true });
    mkdirSync(media.at('folder'));
    symlinkSync(outside.at('.'), media.at('way-out'));
    symlinkSync(outside.at('picture.png'), media.at('link.png'));
    execFileSync('mkfifo', [media.at('pipe')]);
    writeFileSync(media.at('empty.png'), '');
  }
});

describe('a name', () => {
  /** Lists the registered entries. Entries that ship cannot be removed. */
  async function registered(kind: string): Promise<string[]> {
    const { body } = await service.get('/catalog');
    const entries: { name: string; built_in: boolean }[] = body[kind];
    return entries.filter((entry) => !entry.built_in).map(({ name }) => name);
  }
  afterEach(async () => {
    for (const kind of ['faces', 'sources'])
      for (const name of await registered(kind)) await service.request('DELETE', `/catalog/${kind}/${name}`);
  });
  const leo = readFileSync(LEO);
  const status = (answers: Answer[]) => answers.map((answer) => answer.status).sort();

  it('that is taken is refused, whatever its case or the format of its file', async () => {
    expect((await upload('faces', picture, { name: 'eve' })).status).toBe(201);
    for (const [name, content] of [
      ['eve', picture],
      ['Eve', picture],
      ['eve', leo],
      ['Ada', picture],
    ] as const) {
      const answer = await upload('faces', content, { name });
      expect(answer).toMatchObject({ status: 409, body: { code: 'catalog_name_taken' } });
    }
    expect(
      await service.post('/catalog/faces', { name: 'eve', path: media.at('picture.png') }),
    ).toMatchObject({
      status: 409,
    });
    expect(await registered('faces')).toEqual(['eve']);
    // Each list has its own names.
    expect((await upload('sources', clip, { name: 'eve' })).status).toBe(201);
  });

  it('is had by one of those who want it at the same time', async () => {
    const uploads = [picture, leo, picture, leo].map((content) => upload('faces', content, { name: 'one' }));
    expect(status(await Promise.all(uploads))).toEqual([201, 409, 409, 409]);
    expect(await registered('faces')).toEqual(['one']);
  });

  it.each(['nothing', '..%2Fsettings', '%2e%2e', 'a%00', '.draft-x'])('%s is not found', async (name) => {
    for (const path of ['sources/@/video', 'sources/@/thumbnail', 'faces/@/thumbnail', 'faces/@/model'])
      expect((await service.get(`/catalog/${path.replace('@', name)}`)).status).toBe(404);
    for (const kind of ['voices', 'faces', 'sources'])
      expect((await service.request('DELETE', `/catalog/${kind}/${name}`)).status).toBe(404);
  });
});

function noise(start: string): Buffer {
  const bytes = Buffer.alloc(50_000, start, 'latin1');
  for (let i = start.length; i < bytes.length; i++) bytes[i] = (i * 2_654_435_761) >>> 24;
  return bytes;
}
