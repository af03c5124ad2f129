import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFfmpeg } from '../media/ffmpeg/find-ffmpeg.js';
import { processesOf } from '../testing/processes.js';
import { startTestService, type TestService } from '../testing/test-service.js';

const folder = mkdtempSync(join(tmpdir(), 'anima-encoder-'));
const encoder = join(folder, 'ffmpeg.sh');
let service: TestService;
beforeAll(async () => {
  // Of MP3 it gives some, and dies; every other format is encoded.
  const real = (await findFfmpeg(undefined))!;
  writeFileSync(
    encoder,
    `#!/bin/sh\ncase "$*" in *libmp3lame*) head -c 20000; kill -9 $$ ;; esac\nexec '${real}' "$@"\n`,
  );
  chmodSync(encoder, 0o755);
  service = await startTestService({ FFMPEG_PATH: encoder });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Minutes of speech. */
const long = 'One sentence after the other is spoken here. '.repeat(300);
const speak = (body: Record<string, unknown>, signal?: AbortSignal) =>
  fetch(`${service.url}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: 'One sentence. And one more.', ...body }),
    ...(signal && { signal }),
  });

describe.skipIf(process.platform === 'win32')('a stream of speech', () => {
  it('fails with its encoder: truncated audio does not look complete', async () => {
    const response = await speak({ response_format: 'mp3' });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(service.log().filter(({ msg }) => msg === 'speech broke off')).toHaveLength(1);
    expect((await (await speak({ response_format: 'opus' })).arrayBuffer()).byteLength).toBeGreaterThan(
      5_000,
    );
  });

  it('is refused while others hold all places, and gives its own back when its reader leaves', async () => {
    await service.patch('/settings', { speech_streams: 1 });
    const reader = new AbortController();
    expect((await speak({ input: long, response_format: 'opus' }, reader.signal)).status).toBe(200);
    const refused = await speak({});
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
    reader.abort();
    await vi.waitFor(async () => expect((await speak({ response_format: 'wav' })).status).toBe(200), {
      timeout: 20_000,
    });
    await vi.waitFor(
      () => expect(processesOf('libopus').filter(({ parent }) => parent === process.pid)).toEqual([]),
      { timeout: 20_000 },
    );
  });
});
