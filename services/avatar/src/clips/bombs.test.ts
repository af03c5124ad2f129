import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';
import { processesOf } from '../testing/processes.js';
import { createTestMedia, H264, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let service: TestService;
let media: TestMedia;
const SOUNDS = ['a', 'b', 'c', 'd', 'e'];

beforeAll(async () => {
  media = await createTestMedia();
  media.make('a.wav', '-vn');
  for (const name of SOUNDS.slice(1)) copyFileSync(media.at('a.wav'), media.at(`${name}.wav`));
  // Writes down each sound that it is to decode; while there is a file named hold, it then hangs instead.
  const real = (await findFfmpeg(undefined))!;
  writeFileSync(
    media.at('ffmpeg.sh'),
    `#!/bin/sh
echo "$*" >> ${media.at('calls')}
case "$*" in *f32le*)
  echo decoded >> ${media.at('log')}
  [ -e ${media.at('hold')} ] && exec tail -f ${media.at('hold')} ;;
esac
exec ${real} "$@"
`,
  );
  chmodSync(media.at('ffmpeg.sh'), 0o755);
  service = await startTestService({
    AVATAR_FILE_ROOTS: media.at('.'),
    FFMPEG_PATH: media.at('ffmpeg.sh'),
  });
});
afterAll(async () => {
  await service.close();
  media.remove();
});
afterEach(() => writeFileSync(media.at('log'), ''));

const decoded = () =>
  existsSync(media.at('log')) ? readFileSync(media.at('log'), 'utf8').split('\n').length - 1 : 0;
const hanging = () => processesOf(`tail -f ${media.at('hold')}`);
/** Requests a clip with rejected captions: the audio is probed, and no job starts. */
const generate = (name: string, signal?: AbortSignal) =>
  service.request('POST', '/lipsync/generate', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      audio_path: media.at(`${name}.wav`),
      face: 'leo',
      options: { captions: 'beside' },
    }),
    ...(signal && { signal }),
  });

describe.skipIf(process.platform === 'win32')('sounds that are opened before a job is accepted', () => {
  it('are few at a time, and no longer when their callers have gone', async () => {
    writeFileSync(media.at('hold'), '');
    const controller = new AbortController();
    const calls = SOUNDS.map((name) => generate(name, controller.signal).catch((error) => error.name));
    await vi.waitFor(() => expect(hanging()).toHaveLength(2), { timeout: 20_000 });
    expect(await service.get('/health')).toMatchObject({ status: 200 });
    controller.abort();
    expect(await Promise.all(calls)).toEqual(SOUNDS.map(() => 'AbortError'));
    await vi.waitFor(() => expect(hanging()).toEqual([]), { timeout: 20_000 });
    // The others left the line before it was their turn.
    const { status } = await service.get('/health');
    expect([status, decoded()]).toEqual([200, 2]);
  });

  it('are opened once for all who ask while they stay as they are', async () => {
    rmSync(media.at('hold'), { force: true });
    const calls = [
      ...(await Promise.all(['c', 'c', 'c'].map((name) => generate(name)))),
      await generate('c'),
    ];
    for (const call of calls)
      expect(call).toMatchObject({ status: 422, body: { code: 'option_not_supported' } });
    expect(decoded()).toBe(1);
    copyFileSync(media.at('a.wav'), media.at('c.wav'));
    await generate('c');
    expect(decoded()).toBe(2);
  });
});

it.skipIf(process.platform === 'win32')(
  'what speaks opens nothing of the catalog, not even what was dropped in',
  async () => {
    media.make('dropped.mp4', ...H264);
    copyFileSync(media.at('dropped.mp4'), join(service.dataDir, 'catalog', 'sources', 'dropped.mp4'));
    expect(await service.post('/tts/generate', { text: 'Hello.' })).toMatchObject({ status: 202 });
    expect(readFileSync(media.at('calls'), 'utf8')).not.toContain('showinfo');
    expect((await service.get('/catalog')).body.sources).toHaveLength(2);
    expect(readFileSync(media.at('calls'), 'utf8')).toContain('showinfo');
  },
);
