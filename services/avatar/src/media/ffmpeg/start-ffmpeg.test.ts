import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegBuilds } from '../../testing/ffmpeg-builds.js';
import { createTestMedia, H264, type TestMedia } from '../../testing/test-media.js';
import { inputArguments, pipeInput } from './input-arguments.js';
import { runFfmpeg } from './run-ffmpeg.js';
import { lookLimits, queryFfmpeg, startFfmpeg } from './start-ffmpeg.js';

const builds = await ffmpegBuilds();
let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  media.make('clip.mp4', ...H264);
  media.make('flash.mkv', '-c:v', 'flv', '-an');
  media.make('old-sound.mkv', '-vn', '-c:a', 'wmav2');
});
afterAll(() => media.remove());

describe.skipIf(process.platform !== 'linux')('a program that is started as ffmpeg', () => {
  const outputOf = async (script: string, limits = lookLimits, ...args: string[]) => {
    const child = startFfmpeg('sh', ['-c', script, 'sh', ...args], { limits, pipes: { stdout: true } });
    return (await text(child.stdout!)).trim().split('\n');
  };

  it('has its limits', async () => {
    expect(await outputOf('ulimit -v; ulimit -t; ulimit -c')).toEqual([String(2 * 1024 ** 2), '60', '0']);
    const limits = { memoryBytes: 1024 ** 3, cpuSeconds: null };
    expect(await outputOf('ulimit -v; ulimit -t', limits)).toEqual([String(1024 ** 2), 'unlimited']);
  });

  it('gets its words as they are', async () => {
    const words = ['$(id)', '; true', 'a b', '"', "'", '-e', ''];
    expect(await outputOf('printf "%s\\n" "$@"; printf end', lookLimits, ...words)).toEqual([
      ...words,
      'end',
    ]);
  });

  it('is the process that is killed: at will, by a signal, or when its time is over', async () => {
    const start = (options: { signal?: AbortSignal; timeMs?: number }) =>
      startFfmpeg('sh', ['-c', 'echo $$; exec sleep 60'], {
        limits: lookLimits,
        pipes: { stdout: true },
        ...options,
      });
    const child = start({});
    const pid = await new Promise((resolve) => child.stdout!.once('data', (line) => resolve(Number(line))));
    child.kill();
    expect(await child.ended).toEqual({ code: null, by: 'SIGKILL', wasKilled: true });
    expect(() => process.kill(pid as number, 0)).toThrow('ESRCH');
    const late = start({ timeMs: 1 });
    late.stdout!.resume();
    expect(await late.ended).toEqual({ code: null, by: 'SIGKILL', wasKilled: false });
    const controller = new AbortController();
    const { signal } = controller;
    const cancelled = start({ signal });
    cancelled.stdout!.resume();
    controller.abort(new Error('Cancelled'));
    await expect(cancelled.ended).rejects.toThrow('Cancelled');
    expect(() => start({ signal })).toThrow('Cancelled');
  });

  it('is ended where it takes too much memory or time', async () => {
    const path = media.at('clip.mp4');
    const small = { limits: { memoryBytes: 64 * 1024 ** 2, cpuSeconds: 1 }, pipes: {} };
    const busy = startFfmpeg('sh', ['-c', 'while :; do :; done'], small);
    expect((await busy.ended).by).toMatch(/SIGXCPU|SIGKILL/);
    const { ffmpeg } = builds[0]!;
    const args = [...inputArguments({ path, format: 'mp4' }), '-f', 'null', '-'];
    expect((await startFfmpeg(ffmpeg, args, small).ended).code).not.toBe(0);
  });

  it('fails alone where no more files can be opened', () => {
    const module = createRequire(import.meta.url).resolve('@anima/avatar/dist/media/ffmpeg/start-ffmpeg.js');
    const program = `
      import { openSync } from 'node:fs';
      import { setImmediate } from 'node:timers/promises';
      import { queryFfmpeg } from ${JSON.stringify(pathToFileURL(module).href)};
      try { for (;;) openSync('/dev/null'); } catch {}
      await queryFfmpeg('sh', '-version').catch((error) => console.log(error.message));
      await setImmediate();`;
    const { stdout, status } = spawnSync(
      'sh',
      ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, program],
      { encoding: 'utf8' },
    );
    expect([stdout, status]).toEqual(['Expected pipes to sh, but no more files can be opened\n', 0]);
  });

  it('returns the start and the end of its log, and information about itself', async () => {
    const loud = startFfmpeg('sh', ['-c', 'echo first >&2; yes | head -c 200000 >&2; echo last >&2'], {
      limits: lookLimits,
      pipes: {},
    });
    await loud.ended;
    expect(loud.words()).toMatch(/^first[\s\S]*last\n$/);
    expect(loud.words().length).toBeLessThan(100_000);
    await expect(queryFfmpeg('there-is-none', '-version')).rejects.toThrow(
      'there-is-none -version ended with',
    );
  });
});

describe.each(builds)('the ffmpeg of $name', ({ ffmpeg }) => {
  const nowhere = ['-f', 'null', '-'];

  it('opens what cameras and browsers write, and with no other decoder', async () => {
    const opened = async (name: string, format: 'mp4' | 'mkv') =>
      (await runFfmpeg(ffmpeg, { path: media.at(name), format }, nowhere)).words;
    expect(await opened('clip.mp4', 'mp4')).not.toContain('whitelist');
    for (const name of ['flash.mkv', 'old-sound.mkv'])
      expect(await opened(name, 'mkv')).toMatch(/Codec \(\w+\) not on whitelist/);
  });

  it('is held by the whitelist of a pipe too', async () => {
    const args = ['-loglevel', 'error', ...pipeInput('s16le', ['-ar', '8000', '-ac', '1']), ...nowhere];
    const child = startFfmpeg(ffmpeg, args, { limits: lookLimits, pipes: { stdin: true } });
    child.stdin!.end(Buffer.alloc(16_000));
    await child.ended;
    expect(child.words()).toBe('');
  });
});

it('every input uses the input arguments, and every ffmpeg has limits', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, code: readFileSync(folder + name, 'utf8') }));
  const having = (pattern: RegExp) =>
    sources.filter(({ code }) => pattern.test(code)).map(({ name }) => name);
  expect(having(/'-i'/)).toEqual(['ffmpeg/input-arguments.ts']);
  expect(having(/from 'node:child_process'/)).toEqual(['ffmpeg/start-ffmpeg.ts']);
});
