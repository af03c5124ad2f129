import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltService } from '@anima/service/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, openCommandLine, startInHome } from './testing/command-line.js';

let anima: CommandLine;
let service: BuiltService;
let deaf: CommandLine;
let heard: string;

beforeAll(async () => {
  const env: Record<string, string> = {};
  anima = openCommandLine(env);
  heard = join(anima.home, 'heard.wav');
  service = await startInHome('avatar', anima.home);
  const programs = join(anima.home, 'programs');
  mkdirSync(programs);
  // A player that stores its input.
  writeFileSync(join(programs, 'aplay'), `#!/bin/sh\nexec /bin/cat > "${heard}"\n`);
  chmodSync(join(programs, 'aplay'), 0o755);
  Object.assign(env, { AVATAR_URL: service.url, PATH: programs });
  deaf = openCommandLine({ AVATAR_URL: service.url, PATH: '/nowhere' });
});
afterAll(async () => {
  await service?.close();
  anima?.close();
  deaf?.close();
});

const inHome = (name: string) => join(anima.home, name);
/** Seconds of 16-bit mono at 24 kHz. */
const secondsOf = (wav: Buffer) => (wav.length - 44) / 48_000;

it('speaks into a file by its ending, and says which endings there are', async () => {
  const spoken = await anima.run(['speak', 'Hello there.', '--output', 'hello.wav', '--json']);
  expect(spoken.err).toBe('');
  const { result, file } = spoken.json<{ result: { duration_seconds: number }; file: string }>();
  expect(file).toBe(inHome('hello.wav'));
  const wav = readFileSync(file);
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
  expect(secondsOf(wav)).toBeCloseTo(result.duration_seconds, 1);
  const refused = await anima.here(['speak', 'Hello', '--output', 'hello.xyz']);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.err).toContain('wav, mp3, opus, m4a');
});

it('plays speech sentence by sentence as stdin arrives', async () => {
  const speaking = anima.start(['speak', '-', '--json']);
  speaking.write('Hello there. ');
  speaking.write('And good');
  speaking.write('bye.');
  speaking.end();
  const done = await speaking.done;
  expect(done).toMatchObject({ code: 0, err: '' });
  const { player, duration_seconds } = done.json<{ player: string; duration_seconds: number }>();
  expect(player).toBe('aplay');
  expect(secondsOf(readFileSync(heard))).toBeCloseTo(duration_seconds, 1);
  expect(duration_seconds).toBeGreaterThan(1);
});

it('writes a file if no player is installed, and reports it', async () => {
  const done = await deaf.run(['speak', 'Hello.']);
  expect(done.code).toBe(0);
  expect(done.err).toContain('ffplay, aplay, paplay, afplay');
  const wav = readFileSync(join(deaf.home, 'anima-speech.wav'));
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  expect(secondsOf(wav)).toBeGreaterThan(0.3);
});

it('renders a clip', async () => {
  const done = await anima.run([
    'render',
    'Hi.',
    '--width',
    '64',
    '--fps',
    '10',
    '--output',
    'hi.mp4',
    '--json',
  ]);
  expect(done.err).toBe('');
  expect(readFileSync(inHome('hi.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
  expect((await anima.here(['render', 'Hi.', '--face', 'nobody'])).code).toBeGreaterThan(1);
});

it('renders a script, a scene a block, and one film of it', async () => {
  writeFileSync(inHome('talk.md'), '---\nwidth: 64\nfps: 10\n---\n# One\nHi.\n\n# Two\nHo.\n');
  const dry = await anima.run(['batch', 'talk.md', '--dry-run']);
  expect(dry.out).toBe('one  Hi.\ntwo  Ho.\n');
  const done = await anima.run(['batch', 'talk.md', '--concat']);
  expect(done.err).toBe('');
  for (const name of ['one', 'two', 'film']) expect(done.out).toContain(`talk/${name}.mp4\n`);
  expect(readFileSync(inHome('talk/film.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
});

it('cancels its job on Ctrl-C', async () => {
  const rendering = anima.start(['render', 'A long text. '.repeat(200)]);
  const jobs = async () =>
    (await (await fetch(`${service.url}/jobs?kind=lipsync`)).json()) as { jobs: { status: string }[] };
  await expect.poll(async () => (await jobs()).jobs[0]!.status, { timeout: 20_000 }).toBe('running');
  rendering.kill('SIGINT');
  expect(await rendering.done).toMatchObject({ code: 130, out: '' });
  await expect.poll(async () => (await jobs()).jobs[0]!.status, { timeout: 20_000 }).toBe('cancelled');
});

it('lists and changes voices and faces', async () => {
  expect((await anima.run(['voices'])).out).toMatch(/^\* {2}heart/m);
  expect(
    (await anima.run(['voices', 'add', 'slow', '--voice', 'sage', '--speed', '0.8', '--json'])).json(),
  ).toMatchObject({
    name: 'slow',
  });
  expect((await anima.run(['voices', 'default', 'slow'])).code).toBe(0);
  expect((await anima.here(['voices', 'default', 'heart'])).code).toBe(0);
  expect((await anima.run(['voices', 'remove', 'slow'])).out).toBe('Removed slow\n');
  expect((await anima.here(['voices', 'remove', 'slow'])).code).toBe(3);
  expect((await anima.run(['faces'])).out).toContain('ada');
  expect((await anima.run(['faces', 'default', 'ada', '--json'])).json()).toMatchObject({ face: 'ada' });
  writeFileSync(inHome('broken.png'), 'no picture');
  expect((await anima.run(['faces', 'add', 'me', 'broken.png'])).code).toBeGreaterThan(1);
  expect((await anima.run(['models', 'list', '--json'])).code).toBe(0);
});

it('makes, lists, restores and deletes backups', async () => {
  expect((await anima.run(['backup', 'create', 'one', '--dir', 'settings'])).out).toMatch(/^Created one/);
  expect((await anima.here(['backup', 'create', 'one'])).code).toBe(4);
  expect((await anima.run(['backup', 'list'])).out).toContain('one');
  expect((await anima.run(['backup', 'restore', 'one'])).out).toMatch(/^Restored one/);
  expect((await anima.run(['backup', 'delete', 'one'])).code).toBe(0);
  expect((await anima.here(['backup', 'restore', 'one'])).code).toBe(3);
});
