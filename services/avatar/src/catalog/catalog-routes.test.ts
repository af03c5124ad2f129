import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestMedia, H264, LEO, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let media: TestMedia;
let service: TestService;
beforeAll(async () => {
  media = await createTestMedia();
  media.make('clip.mp4', ...H264);
  media.make('picture.png', '-frames:v', '1');
  service = await startTestService({ AVATAR_FILE_ROOTS: media.at('.') });
});
afterAll(async () => {
  await service.close();
  media.remove();
});
beforeEach(() => {
  for (const kind of ['voices', 'faces', 'sources']) {
    for (const name of readdirSync(folder(kind))) rmSync(join(folder(kind), name), { recursive: true });
  }
  rmSync(join(service.dataDir, 'catalog', 'defaults.json'), { force: true });
});

const folder = (kind: string) => join(service.dataDir, 'catalog', kind);
/** Reads the catalog without the entries that ship. */
const catalog = async () => {
  const { body } = await service.get('/catalog');
  const isOwn = ({ path }: { path: string }) => path.startsWith(service.dataDir);
  return { ...body, faces: body.faces.filter(isOwn), sources: body.sources.filter(isOwn) };
};
const upload = (kind: string, path: string, fields: Record<string, string>, name = 'upload') => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([readFileSync(path)]), name);
  return service.request('POST', `/catalog/${kind}`, { body: form });
};
const drop = (kind: string, from: string, name: string) =>
  copyFileSync(media.at(from), join(folder(kind), name));

describe('the catalog', () => {
  it('has only what ships at first', async () => {
    expect(await catalog()).toMatchObject({
      faces: [],
      sources: [],
      defaults: { face: 'ada', source: 'ada-listening' },
      problems: [],
    });
  });

  it('accepts a clip as a form and returns its metadata', async () => {
    const { status, body, headers } = await upload('sources', media.at('clip.mp4'), {
      name: 'talk',
      licence: 'CC0-1.0',
      description: 'A test pattern',
    });
    const entry = {
      name: 'talk',
      kind: 'clip',
      format: 'mp4',
      path: join(folder('sources'), 'talk.mp4'),
      bytes: readFileSync(media.at('clip.mp4')).length,
      duration: expect.closeTo(1, 1),
      width: 64,
      height: 48,
      fps: 25,
      has_audio: true,
      video_url: '/catalog/sources/talk/video',
      thumbnail_url: '/catalog/sources/talk/thumbnail',
      built_in: false,
      licence: 'CC0-1.0',
      description: 'A test pattern',
      default: false,
    };
    expect({ status, body }).toEqual({ status: 201, body: entry });
    expect(headers.get('location')).toBe('/catalog/sources/talk');
    expect((await catalog()).sources).toEqual([entry]);
    expect(readFileSync(entry.path)).toEqual(readFileSync(media.at('clip.mp4')));
  });

  it('takes a picture and a head as faces, from a path as well', async () => {
    const made = await service.post('/catalog/faces', { name: 'eve', path: media.at('picture.png') });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'eve',
        kind: 'picture',
        format: 'png',
        width: 64,
        height: 48,
        model_url: '/catalog/faces/eve/model',
        thumbnail_url: '/catalog/faces/eve/thumbnail',
        built_in: false,
        licence: null,
      },
    });
    copyFileSync(LEO, media.at('head.glb'));
    expect(await upload('faces', media.at('head.glb'), { name: 'bob' })).toMatchObject({
      status: 201,
      body: {
        kind: 'head',
        format: 'glb',
        width: null,
        height: null,
        model_url: '/catalog/faces/bob/model',
        thumbnail_url: '/catalog/faces/bob/thumbnail',
        built_in: false,
        default: false,
      },
    });
    // A copy: what becomes of the file that was named is of no matter.
    rmSync(media.at('head.glb'));
    await service.restart();
    expect((await catalog()).faces.map(({ name }: { name: string }) => name)).toEqual(['bob', 'eve']);
  });

  it('takes the fields of a form in any order', async () => {
    const form = new FormData();
    form.append('file', new Blob([readFileSync(media.at('picture.png'))]), 'x.png');
    form.append('name', 'later');
    expect(await service.request('POST', '/catalog/faces', { body: form })).toMatchObject({ status: 201 });
  });

  it('detects a file by its content, not by its name', async () => {
    const made = await upload('faces', media.at('picture.png'), { name: 'eve' }, 'eve.mp4');
    expect(made.body).toMatchObject({ kind: 'picture', format: 'png' });
    expect(readdirSync(folder('faces'))).toEqual(['eve.png']);
  });

  it.each([
    ['quick.mov', H264, 'mov', true],
    ['matroska.mkv', H264, 'mkv', true],
    ['web.webm', ['-c:v', 'libvpx', '-an'], 'webm', false],
    ['moving.gif', ['-vf', 'fps=10', '-an'], 'gif', false],
    ['pocket.m4v', [...H264, '-f', 'mp4'], 'mp4', true],
  ])('lists %s', async (name, options, format, hasAudio) => {
    media.make(name, ...options);
    drop('sources', name, name);
    expect((await catalog()).sources).toMatchObject([
      { format, width: 64, height: 48, duration: expect.closeTo(1, 1), has_audio: hasAudio },
    ]);
  });

  it('measures clips without a duration, with rotation, and with a variable frame rate', async () => {
    media.make('seen.webm', '-c:v', 'libvpx', '-an');
    media.run(
      '-i',
      media.at('seen.webm'),
      '-c',
      'copy',
      '-f',
      'webm',
      '-live',
      '1',
      media.at('streamed.webm'),
    );
    media.run('-i', media.at('clip.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90', media.at('turned.mp4'));
    const uneven = ['-vf', "select='lt(mod(n,5),2)'", '-vsync', 'vfr', '-an'];
    media.make('uneven.mp4', ...uneven, '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
    for (const name of ['streamed.webm', 'turned.mp4', 'uneven.mp4']) drop('sources', name, name);
    expect((await catalog()).sources).toMatchObject([
      { name: 'streamed', duration: expect.closeTo(1, 1), fps: 25 },
      { name: 'turned', width: 48, height: 64 },
      // Ten frames in 0.88 s.
      { name: 'uneven', fps: expect.closeTo(11.36, 1) },
    ]);
  });

  it('reflects added, changed and removed files without a restart', async () => {
    drop('sources', 'clip.mp4', 'Mein Gespräch (2).mp4');
    drop('faces', 'picture.png', 'eve.png');
    writeFileSync(join(folder('faces'), 'eve.json'), '{"licence": "CC0-1.0"}');
    expect(await catalog()).toMatchObject({
      sources: [{ name: 'Mein-Gesprach-2', fps: 25 }],
      faces: [{ name: 'eve', width: 64, licence: 'CC0-1.0' }],
    });
    expect((await service.get('/catalog/sources/Mein-Gesprach-2/video')).status).toBe(200);
    media.run('-i', media.at('picture.png'), '-vf', 'scale=32:24', join(folder('faces'), 'eve.png'));
    expect((await catalog()).faces).toMatchObject([{ name: 'eve', width: 32, height: 24 }]);
    rmSync(join(folder('faces'), 'eve.png'));
    expect((await catalog()).faces).toEqual([]);
  });

  it('reports why an added file is not an entry', async () => {
    drop('sources', 'picture.png', 'picture.png');
    drop('sources', 'clip.mp4', 'a.mp4');
    drop('sources', 'clip.mp4', 'a.mov');
    writeFileSync(
      join(folder('sources'), 'broken.mp4'),
      readFileSync(media.at('clip.mp4')).subarray(0, 2000),
    );
    writeFileSync(join(folder('sources'), 'notes.txt'), 'hello');
    writeFileSync(join(folder('sources'), '.DS_Store'), 'hidden');
    drop('sources', 'clip.mp4', '日本.mp4');
    mkdirSync(join(folder('sources'), 'folder.mp4'));
    symlinkSync(media.at('clip.mp4'), join(folder('sources'), 'link.mp4'));
    drop('faces', 'picture.png', 'eve.png');
    writeFileSync(join(folder('faces'), 'eve.json'), '{"license": "CC0"}');
    writeFileSync(join(folder('voices'), 'warm.json'), '{"voice": "nobody"}');
    const { sources, faces, voices, problems } = await catalog();
    expect(sources.map(({ name }: { name: string }) => name)).toEqual(['a']);
    expect(faces).toEqual([]);
    expect(voices.map(({ name }: { name: string }) => name)).not.toContain('warm');
    const messages = Object.fromEntries(
      problems.map(({ file, message }: { file: string; message: string }) => [file, message]),
    );
    expect(messages).toEqual({
      'a.mp4': expect.stringContaining('a.mov goes by "a"'),
      'broken.mp4': 'Expected a complete file, received a truncated file',
      'link.mp4': expect.stringContaining('link'),
      'notes.txt': expect.stringContaining('another ending'),
      'picture.png': expect.stringContaining('received a picture'),
      'eve.json': undefined,
      'eve.png': expect.stringContaining('license'),
      'warm.json': expect.any(String),
      '日本.mp4': expect.stringContaining('letter or digit'),
    });
  });

  it('has defaults: the first, or the chosen one while it is there', async () => {
    for (const name of ['a', 'b', 'c']) drop('faces', 'picture.png', `${name}.png`);
    expect((await catalog()).defaults.face).toBe('ada');
    const chosen = await service.patch('/catalog/defaults', { face: 'c' });
    expect(chosen).toMatchObject({ status: 200, body: { face: 'c', source: 'ada-listening' } });
    await service.restart();
    const { faces, defaults } = await catalog();
    expect(defaults.face).toBe('c');
    expect(faces.map((face: { default: boolean }) => face.default)).toEqual([false, false, true]);
    expect((await service.request('DELETE', '/catalog/faces/c')).status).toBe(204);
    expect((await catalog()).defaults.face).toBe('ada');
    await service.patch('/catalog/defaults', { face: 'b' });
    expect((await service.patch('/catalog/defaults', { face: null })).body.face).toBe('ada');
  });

  it.each([
    [{ face: 'nobody' }, 422, 'face_not_found'],
    [{ source: 'nothing' }, 422, 'source_not_found'],
    [{ voice: 'silent' }, 422, 'voice_not_found'],
    [{ face: 'b', source: 'nothing' }, 422, 'source_not_found'],
    [{}, 400, 'validation_failed'],
    [{ face: '' }, 400, 'validation_failed'],
    [{ head: 'a' }, 400, 'validation_failed'],
  ])('refuses the defaults %j and changes nothing', async (body, status, code) => {
    for (const name of ['a', 'b']) drop('faces', 'picture.png', `${name}.png`);
    const before = (await catalog()).defaults;
    expect(await service.patch('/catalog/defaults', body)).toMatchObject({ status, body: { code } });
    expect((await catalog()).defaults).toEqual(before);
    expect(existsSync(join(service.dataDir, 'catalog', 'defaults.json'))).toBe(false);
  });

  it('deletes an entry with its notes, so that its name is free', async () => {
    const fields = { name: 'talk', licence: 'CC0-1.0' };
    await upload('sources', media.at('clip.mp4'), fields);
    expect(readdirSync(folder('sources'))).toEqual(['talk.json', 'talk.mp4']);
    expect((await service.request('DELETE', '/catalog/sources/talk')).status).toBe(204);
    expect(readdirSync(folder('sources'))).toEqual([]);
    expect(await service.request('DELETE', '/catalog/sources/talk')).toMatchObject({
      status: 404,
      body: { code: 'catalog_entry_not_found' },
    });
    expect((await upload('sources', media.at('clip.mp4'), { name: 'talk' })).body.licence).toBe(null);
  });

  it('removes partial uploads of a killed process', async () => {
    await service.restart({}, () => writeFileSync(join(folder('sources'), '.draft-x'), 'half'));
    expect(readdirSync(folder('sources'))).toEqual([]);
  });
});
