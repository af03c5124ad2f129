import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openClipReader } from '@anima/avatar/dist/media/ffmpeg/clip-reader.js';
import { findFfmpeg } from '@anima/avatar/dist/media/ffmpeg/find-ffmpeg.js';
import { spawnService } from '@anima/avatar/dist/testing/child-service.js';
import {
  createFrame,
  cropOfPoints,
  findFaces,
  motionFromSpeech,
  mouthOpening,
  openFaceModels,
  poseAt,
  readFaceMesh,
  shapeIndex,
} from '@anima/face';
import { openModel } from '@anima/inference';
import { describeMachine } from '../machine.js';
import { SENTENCES } from '../speech/sentences.js';
import {
  closedPauses,
  closures,
  lagCorrelations,
  openVowels,
  type Share,
  type SpokenSound,
} from './lip-measures.js';

/**
 * Measures lip movement in rendered clips of over a minute of speech with the landmark network, frame by
 * frame and without smoothing. The service renders every clip over HTTP, and the clip is decoded again.
 * Run it on an idle machine:
 * `node benchmarks/dist/lipsync/rendered-lips.bench.js [--expression=happy] [face ...]`
 */
const TEXT = `${SENTENCES.slice(0, 14).join(' ')} [pause 700ms] Pumpkins, bumblebees and maple pies: please remember every member of my family. ${SENTENCES.slice(14, 18).join(' ')}`;
const VOICES = ['heart', 'rowan'];
const EXPRESSION = process.argv.find((each) => each.startsWith('--expression='))?.slice(13) ?? 'neutral';
const LAGS = [-2, -1, 0, 1, 2];
/** Landmarks far from the mouth, chin and eyelids: brow, nose bridge, cheekbones, temples. */
const STILL_POINTS = [168, 6, 197, 195, 5, 4, 9, 8, 107, 336, 66, 296, 116, 345, 127, 356, 21, 251];

const evalDir = resolve(process.env.ANIMA_EVAL_DIR ?? '../shared/data');
const dataDir = mkdtempSync(join(tmpdir(), 'anima-lips-'));
const ffmpeg = (await findFfmpeg(process.env.FFMPEG_PATH))!;
const service = await spawnService({ AVATAR_DATA_DIR: dataDir });

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(service.url + path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Job {
  job_id: string;
  status: string;
  status_url: string;
  output_path: string;
  error?: unknown;
  result: Record<string, number> & { phonemes: SpokenSound[]; words: { start: number; end: number }[] };
}

async function finished(path: string, body: unknown): Promise<Job> {
  const { status_url } = await call<Job>('POST', path, body);
  for (;;) {
    const job = await call<Job>('GET', status_url);
    if (job.status === 'succeeded') return job;
    if (job.status !== 'queued' && job.status !== 'running') throw new Error(JSON.stringify(job.error));
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

/** Returns the landmarks of each frame, [468 x 3], or null if no face was found. */
async function landmarksOf(path: string, { width, height, fps }: Record<string, number>, isStill: boolean) {
  const models = await openFaceModels((await openModel('face-landmarks')).dir);
  const reader = await openClipReader(
    ffmpeg,
    { path, format: 'mp4' },
    {
      width: width!,
      height: height!,
      fps: fps!,
      fit: 'cover',
    },
  );
  const frame = createFrame(width!, height!);
  const landmarks: (Float32Array | null)[] = [];
  let crop: ReturnType<typeof cropOfPoints> | null = null;
  while (await reader.read(frame.bytes)) {
    if (crop === null) {
      const [found] = await findFaces(models, frame);
      if (found !== undefined) crop = cropOfPoints(found.points);
    }
    const face = crop === null ? null : await readFaceMesh(models, frame, crop);
    landmarks.push(face === null ? null : face.points.slice());
    // A still uses one crop for all frames. Otherwise the network's result moves the crop, which moves the
    // next result.
    if (face !== null && !isStill) crop = cropOfPoints(face.points);
  }
  await models.close();
  return landmarks;
}

const text = ({ hits, of }: Share) =>
  `${((100 * hits) / of).toFixed(1).padStart(5)} % of ${String(of).padStart(4)}`;

async function measureFace(name: string, body: Record<string, unknown>): Promise<void> {
  for (const voice of VOICES) {
    const speech = await finished('/tts/generate', { text: TEXT, voice });
    const options = { ...(body.options as object | undefined), expression: EXPRESSION };
    const clip = await finished('/lipsync/generate', { ...body, options, tts_job_id: speech.job_id });
    const { fps, frames, duration, realtime_factor } = clip.result;
    const landmarks = await landmarksOf(clip.output_path, clip.result, false);
    const curve = {
      fps: fps!,
      openings: Float32Array.from(landmarks, (points) =>
        points === null ? Number.NaN : mouthOpening(points),
      ),
    };
    const { phonemes, words } = speech.result;
    const motion = motionFromSpeech(
      { duration: duration!, phonemes, words },
      { fps: fps!, frames: frames!, seed: 0, blink: true, headMotion: 1 },
    );
    const jaw = Float32Array.from({ length: frames! }, (_, frame) => {
      const { weights } = poseAt(motion, frame);
      return weights[shapeIndex.jawOpen]! - weights[shapeIndex.mouthClose]!;
    });
    const correlations = lagCorrelations(curve, jaw, LAGS);
    const best = correlations.indexOf(Math.max(...correlations));
    console.log(
      [
        `${name} (${voice}, ${duration!.toFixed(0)} s)`.padEnd(32),
        `closed p b m ${text(closures(curve, phonemes))}`,
        `open vowels ${text(openVowels(curve, phonemes))}`,
        `pauses ${text(closedPauses(curve, phonemes, duration!))}`,
        `r ${correlations[best]!.toFixed(3)} at ${LAGS[best]} frames`,
        `${realtime_factor} x`,
      ].join('   '),
    );
  }
}

/**
 * Measures the jitter of points that should not move: their mean movement between consecutive frames, in
 * pixels.
 */
async function measureJitter(name: string, body: Record<string, unknown>): Promise<void> {
  const options = { ...(body.options as object | undefined), head_motion: 0, blink: false };
  const clip = await finished('/lipsync/generate', {
    ...body,
    text: SENTENCES.slice(0, 3).join(' '),
    options,
  });
  const landmarks = await landmarksOf(clip.output_path, clip.result, true);
  const moves: number[] = [];
  for (let frame = 1; frame < landmarks.length; frame++) {
    const [before, now] = [landmarks[frame - 1], landmarks[frame]];
    if (before == null || now == null) continue;
    for (const point of STILL_POINTS)
      moves.push(
        Math.hypot(now[3 * point]! - before[3 * point]!, now[3 * point + 1]! - before[3 * point + 1]!),
      );
  }
  moves.sort((one, other) => one - other);
  const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length;
  const p95 = moves[Math.floor(0.95 * moves.length)]!;
  console.log(
    `${name.padEnd(32)} jitter outside the mouth: mean ${mean.toFixed(3)} px, p95 ${p95.toFixed(3)} px`,
  );
}

try {
  console.log(describeMachine());
  const faces: [string, Record<string, unknown>][] = [
    ...['ada', 'leo', 'mei', 'kofi', 'grace', 'pip'].map((face): [string, Record<string, unknown>] => [
      `${face} (head)`,
      { face },
    ]),
    ['ada-portrait', { face: 'ada-portrait', options: { width: 512 } }],
    ['leo-portrait', { face: 'leo-portrait', options: { width: 512 } }],
    ['ada-listening (clip)', { source: 'ada-listening' }],
  ];
  for (const photo of ['astronaut.png', 'grace_hopper.jpg']) {
    const path = join(evalDir, 'photos', photo);
    if (!existsSync(path)) {
      console.log(`skipped ${photo}: not in ${evalDir}`);
      continue;
    }
    copyFileSync(path, join(dataDir, photo));
    faces.push([photo, { source_path: join(dataDir, photo) }]);
  }
  const faceNames = process.argv.slice(2).filter((each) => !each.startsWith('--'));
  for (const [name, body] of faces) {
    if (faceNames.length > 0 && !faceNames.some((each) => name.startsWith(each))) continue;
    await measureFace(name, body);
    if (!name.includes('clip') && EXPRESSION === 'neutral') await measureJitter(name, body);
  }
} finally {
  service.kill('SIGTERM');
  await service.exited;
  rmSync(dataDir, { recursive: true, force: true });
}
