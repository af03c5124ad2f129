/**
 * Measures enhancement jobs through the service: the time of a clip of 1280 x 720 with one face 200 pixels
 * wide, and the peak memory of all processes, also for a clip that is ten times as long.
 * Run it on an idle machine. Requires ffmpeg on the path.
 * `node benchmarks/dist/face/enhance.bench.js [fast|normal|high ...]`
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnService } from '@anima/avatar/dist/testing/child-service.js';
import { describeMachine } from '../machine.js';
import { finishedJob } from '../service/finished-job.js';
import { memoryOf } from '../service/memory-of-processes.js';
import { SENTENCES } from '../speech/sentences.js';

const SECONDS = 10;
const TIMES_LONGER = 10;
const SAMPLE_MS = 200;
const qualities = process.argv.length > 2 ? process.argv.slice(2) : ['fast', 'normal', 'high'];

const folder = mkdtempSync(join(tmpdir(), 'anima-enhance-'));
const service = await spawnService({ AVATAR_DATA_DIR: join(folder, 'data'), AVATAR_FILE_ROOTS: folder });
try {
  console.log(describeMachine());
  const spoken = await finishedJob(service.url, '/lipsync/generate', {
    text: SENTENCES.slice(0, 6).join(' '),
    face: 'leo',
    options: { width: 512 },
  });
  const short = join(folder, 'short.mp4');
  const long = join(folder, 'long.mp4');
  const place = ['-vf', 'pad=1280:720:384:104:gray', '-c:v', 'libx264', '-crf', '32', '-c:a', 'copy'];
  ffmpeg('-i', spoken.output_path, '-t', String(SECONDS), ...place, short);
  ffmpeg('-stream_loop', String(TIMES_LONGER - 1), '-i', short, '-c', 'copy', long);
  for (const quality of qualities) console.log(await measuredRow(short, quality));
  console.log(await measuredRow(long, qualities[0]!));
} finally {
  service.kill('SIGTERM');
  await service.exited;
  rmSync(folder, { recursive: true, force: true });
}

async function measuredRow(path: string, quality: string): Promise<string> {
  let highest = memoryOf(service.pid);
  const sampler = setInterval(() => {
    const now = memoryOf(service.pid);
    if (now.resident > highest.resident) highest = now;
  }, SAMPLE_MS);
  const startedAt = performance.now();
  const { result } = await finishedJob(service.url, '/enhance/generate', {
    source_path: path,
    quality,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(sampler);
  const [resident, proportional] = [highest.resident, highest.proportional].map((kib) =>
    (kib / 1024).toFixed(0),
  );
  return `${quality}: ${result.duration.toFixed(1)} s of clip in ${seconds.toFixed(1)} s; highest ${resident} MiB resident, ${proportional} MiB proportional`;
}

function ffmpeg(...words: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...words]);
}
