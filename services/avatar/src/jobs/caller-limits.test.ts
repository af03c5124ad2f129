import { once } from 'node:events';
import { chmodSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';
import { createTestMedia, type TestMedia } from '../testing/test-media.js';
import { startTestService, type TestService } from '../testing/test-service.js';

let media: TestMedia;
let service: TestService;
const own = { authorization: 'Bearer top' };

beforeAll(async () => {
  media = await createTestMedia();
  media.make('a.wav', '-vn');
  copyFileSync(media.at('a.wav'), media.at('b.wav'));
  media.run('-f', 'lavfi', '-i', 'testsrc=size=64x64', '-frames:v', '1', media.at('face.png'));
  // While a file named hold exists, ffmpeg hangs instead of decoding audio.
  const real = (await findFfmpeg(undefined))!;
  writeFileSync(
    media.at('ffmpeg.sh'),
    `#!/bin/sh
case "$*" in *f32le*) [ -e ${media.at('hold')} ] && exec tail -f ${media.at('hold')} ;; esac
exec ${real} "$@"
`,
  );
  chmodSync(media.at('ffmpeg.sh'), 0o755);
  service = await startTestService({
    AVATAR_FILE_ROOTS: media.at('.'),
    AVATAR_SERVICE_TOKEN: 'top',
    FFMPEG_PATH: media.at('ffmpeg.sh'),
  });
});
afterAll(async () => {
  await service.close();
  media.remove();
});

/** Requests a clip with rejected captions: the audio is probed, and no job starts. */
const generate = (name: string, headers: Record<string, string>, signal?: AbortSignal) =>
  service.request('POST', '/lipsync/generate', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      audio_path: media.at(`${name}.wav`),
      face: 'leo',
      options: { captions: 'beside' },
    }),
    ...(signal && { signal }),
  });

it.skipIf(process.platform === 'win32')(
  'tickets have so many requests whose files are looked at, each and together, and the service token has its own',
  async () => {
    writeFileSync(media.at('hold'), '');
    const guests = new AbortController();
    const left: Promise<unknown>[] = [];
    /** So many requests of a new ticket as it may not have at a time: the first that is answered. */
    async function flood(requests: number) {
      const { ticket } = (await service.get('/auth/ticket', own)).body;
      const calls = Array.from({ length: requests }, () =>
        generate('a', { authorization: `Bearer ${ticket}` }, guests.signal),
      );
      left.push(...calls.map((call) => call.catch(() => {})));
      return Promise.any(calls);
    }
    const busy = { status: 429, body: { code: 'too_many_requests' } };
    expect(await flood(9)).toMatchObject(busy);
    expect(await flood(9)).toMatchObject(busy);
    expect(await flood(1)).toMatchObject(busy);
    rmSync(media.at('hold'));
    expect(await generate('b', own)).toMatchObject({ status: 422, body: { code: 'option_not_supported' } });
    guests.abort();
    await Promise.all(left);
  },
);

it('so many files are received at a time', async () => {
  const uploads: ClientRequest[] = [];
  /** Starts an upload of a face without finishing it, and returns the response. */
  async function begin(): Promise<IncomingMessage> {
    const headers = { ...own, 'content-type': 'multipart/form-data; boundary=x' };
    const upload = send(`${service.url}/catalog/faces`, { method: 'POST', headers });
    uploads.push(upload);
    upload.write('--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nnew\r\n');
    const [answer] = await once(upload, 'response');
    return answer;
  }
  const answers = Array.from({ length: 9 }, begin);
  for (const answer of answers) answer.catch(() => {});
  const refused = await Promise.any(answers);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
  for (const upload of uploads) upload.destroy();
  const form = { name: 'new', path: media.at('face.png') };
  const headers = { ...own, 'content-type': 'application/json' };
  // The service notices in its own time that they have gone.
  await vi.waitFor(
    async () => {
      const { status } = await service.request('POST', '/catalog/faces', {
        headers,
        body: JSON.stringify(form),
      });
      expect(status).toBe(201);
    },
    { timeout: 10_000 },
  );
});
