import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findFfmpeg } from '@anima/avatar/dist/media/ffmpeg/find-ffmpeg.js';
import { type AvatarClient, createAvatarClient } from '@anima/client';
import { spawnProgram } from '@anima/service/testing';
import { describeMachine } from '../machine.js';
import { processorSeconds } from '../service/processor-time.js';
import { SENTENCES } from '../speech/sentences.js';

/**
 * Compares a clip job with the encoder alone. A complete job runs through the built service, from existing
 * speech to the finished file. x264 (veryfast, crf 20, two threads) encodes the same raw frames from a file
 * in RAM. Both run alternately, and the minimum of each counts.
 * A first job warms everything up and finds the track of the clip. The client waits for the events of the
 * job: polling every 20 ms would take 6 % of both cores. Run it on an idle machine:
 * `npm run bench -- clip-ratio [--seconds 24] [--rounds 5] [--checkout FOLDER] [case ...]`
 * The built service of the checkout is measured. CPU seconds include all its processes and are available on
 * Linux only.
 */
const CASES: Record<string, Omit<ClipBody, 'text'>> = {
  ada: { face: 'ada', options: { width: 512 } },
  leo: { face: 'leo', options: { width: 512 } },
  picture: { face: 'ada-portrait', options: { width: 512 } },
  clip: { source: 'ada-listening', options: { width: 512 } },
  'ada-1024': { face: 'ada', options: { width: 1024 } },
};
type ClipBody = Parameters<AvatarClient['lipsync']>[0];

/** Approximate number of characters that the voice speaks per second. */
const CHARACTERS_PER_SECOND = 17.5;

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '24' },
    rounds: { type: 'string', default: '5' },
    checkout: { type: 'string' },
  },
});
const unknown = positionals.find((name) => CASES[name] === undefined);
if (unknown !== undefined)
  throw new RangeError(`Expected some of ${Object.keys(CASES).join(', ')}, received ${unknown}`);
const rounds = Number(asked.rounds);
const text = textOf(Number(asked.seconds));
const program =
  asked.checkout === undefined
    ? createRequire(import.meta.url).resolve('@anima/avatar')
    : resolve(asked.checkout, 'services/avatar/dist/main.js');
const ffmpeg = (await findFfmpeg(process.env.FFMPEG_PATH))!;
const dataDir = mkdtempSync(join(tmpdir(), 'anima-ratio-'));
const inRam = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'anima-ratio-'));

const service = await spawnProgram(program, { PORT: '0', AVATAR_DATA_DIR: dataDir });
const avatar = createAvatarClient({ url: service.url });

interface Taken {
  wall: number;
  processor: number;
}

try {
  console.log(`${describeMachine()}${asked.checkout === undefined ? '' : `, service of ${asked.checkout}`}`);
  const spoken = await avatar.waitFor(await avatar.speak({ text }));
  for (const [name, fields] of Object.entries(CASES))
    if (positionals.length === 0 || positionals.includes(name))
      await measure(name, { tts_job_id: spoken.job_id, ...fields });
} finally {
  service.kill('SIGTERM');
  await service.exited;
  for (const folder of [dataDir, inRam]) rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, body: ClipBody): Promise<void> {
  const job = async () => avatar.waitFor(await avatar.lipsync(body));
  const { output_path, result } = await job();
  const frames = join(inRam, 'frames.yuv');
  run(['-i', output_path, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', frames]);
  const size = `${result.width}x${result.height}`;
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', size, '-r', String(result.fps), '-i', frames];
  const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-threads', '2'];
  const jobs: Taken[] = [];
  const encoders: Taken[] = [];
  for (let round = 0; round < rounds; round++) {
    jobs.push(await timed(service.pid, job));
    encoders.push(await timed(process.pid, async () => run([...raw, ...x264, join(inRam, 'alone.mp4')])));
  }
  rmSync(frames);
  const [whole, alone] = [least(jobs), least(encoders)];
  const ofFrame = (seconds: number) => `${((1000 * seconds) / result.frames).toFixed(2)} ms`;
  console.log(
    [
      `${name} ${size}, ${result.duration.toFixed(1)} s`.padEnd(28),
      `${(whole.wall / alone.wall).toFixed(2)} times the encoder (${whole.wall.toFixed(2)} of ${alone.wall.toFixed(2)} s)`,
      `a frame ${ofFrame(whole.wall)} of ${ofFrame(alone.wall)}`,
      `processor ${(whole.processor / alone.processor).toFixed(2)} times, ${ofFrame(whole.processor)} of ${ofFrame(alone.processor)}`,
      `${(result.duration / whole.wall).toFixed(1)} times real time`,
      `${Math.round(statSync(output_path).size / 1024)} KiB`,
    ].join('   '),
  );
}

function run(args: readonly string[]): void {
  const { status, stderr } = spawnSync(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}: ${stderr}`);
}

async function timed(pid: number, work: () => Promise<unknown>): Promise<Taken> {
  const before = processorSeconds(pid);
  const began = performance.now();
  await work();
  const wall = (performance.now() - began) / 1000;
  return { wall, processor: processorSeconds(pid) - before };
}

function least(taken: readonly Taken[]): Taken {
  return {
    wall: Math.min(...taken.map(({ wall }) => wall)),
    processor: Math.min(...taken.map(({ processor }) => processor)),
  };
}

/** Returns sentences, repeated until the text is long enough. */
function textOf(seconds: number): string {
  let said = '';
  for (let i = 0; said.length < seconds * CHARACTERS_PER_SECOND; i++)
    said += `${SENTENCES[i % SENTENCES.length]} `;
  return said;
}
