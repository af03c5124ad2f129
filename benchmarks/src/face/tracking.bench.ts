/**
 * Measures face tracking against its limits: 4.5 ms per frame of 512 x 512 on one core, 0.3 px of jitter on a
 * still. Prints Markdown.
 * Run it on an idle machine: `node benchmarks/dist/face/tracking.bench.js`
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createFaceTracker,
  createTrackWriter,
  type FaceTrackFile,
  type Frame,
  findFaces,
  LANDMARKS,
  openFaceModels,
  openTrack,
  planesOf,
  readImage,
  type TrackedFace,
} from '@anima/face';
import { openModel } from '@anima/inference';
import { describeMachine, p50p95, percentile } from '../machine.js';

const FPS = 25;
const ROUNDS = 200;
/** Number of frames of a clip of ten minutes. */
const LONG_CLIP = 600 * FPS;
/** Standard deviation of the noise in luma levels: the noise of an indoor camera. */
const NOISE = 2;

const heads = await openModel('heads');
const portrait = (side: number): Promise<Frame> =>
  readImage(heads.files.get('ada.png')!, { longestSide: side });
const opening = performance.now();
const models = await openFaceModels((await openModel('face-landmarks')).dir);
const openMs = performance.now() - opening;

console.log(
  `## Face tracking\n\n${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}. Models opened in ${openMs.toFixed(0)} ms.\n`,
);

console.log('| ms | least | p50 / p95 |\n|---|---|---|');
const small = await portrait(512);
// Fills the inputs of the networks with the face: on uniform grey, the networks need half the time.
const [face] = await findFaces(models, small);
await line('mesh network alone', () => models.mesh.run());
await line('detection network alone', () => models.detection.run());
for (const side of [512, 1024]) {
  const frame = await portrait(side);
  const tracker = createFaceTracker(models, { fps: FPS });
  await line(`tracker, a frame of ${side} x ${side}`, () => tracker.next(frame));
}
const faceless = { ...small, bytes: small.bytes.slice().fill(128) };
const searching = createFaceTracker(models, { fps: FPS });
await line('tracker, a frame without a face', () => searching.next(faceless));
await line('findFaces, one face', () => findFaces(models, small));
await line('findFaces, none, all parts searched', () => findFaces(models, faceless));

const dir = await mkdtemp(join(tmpdir(), 'anima-tracking-'));
const path = join(dir, 'long.track');
const writer = createTrackWriter(path, { width: 512, height: 512, fps: FPS, source: '0'.repeat(64) });
await line('a frame into the track', async () => writer.append(face!, false), LONG_CLIP);
writer.complete();
const track: FaceTrackFile = openTrack(path);
let next = 0;
await line('a frame out of the track', async () => track.at(next++), LONG_CLIP);
track.close();
await line('a track of ten minutes opened', async () => openTrack(path).close(), 5);
console.log(`\nA track of ten minutes: ${((await stat(path)).size / 1e6).toFixed(1)} MB.`);
await rm(dir, { recursive: true });

console.log('\n| a still with noise | mean step of a point, px | largest mean of a frame |\n|---|---|---|');
for (const side of [256, 512, 1024]) {
  const steps = await trembling(await portrait(side));
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  console.log(`| ${side} x ${side} | ${mean.toFixed(3)} | ${Math.max(...steps).toFixed(3)} |`);
}
await models.close();

async function line(name: string, run: () => Promise<unknown>, rounds = ROUNDS): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  console.log(`| ${name} | ${percentile(times, 0).toFixed(3)} | ${p50p95(times)} |`);
}

/**
 * Returns the mean movement of the points between consecutive frames, in pixels, after the filter has
 * settled.
 */
async function trembling(frame: Frame): Promise<number[]> {
  const tracker = createFaceTracker(models, { fps: FPS });
  const steps: number[] = [];
  let before: Float32Array | undefined;
  for (let i = 0; i < 2 * FPS; i++) {
    const { points } = (await tracker.next(noisy(frame))) as TrackedFace;
    if (before !== undefined && i > FPS / 2) steps.push(meanStep(before, points));
    before = points.slice();
  }
  return steps;
}

function noisy(frame: Frame): Frame {
  const copy = { ...frame, bytes: frame.bytes.slice() };
  const { y } = planesOf(copy);
  for (let i = 0; i < y.length; i++) {
    const gauss = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
    y[i] = Math.min(235, Math.max(16, y[i]! + NOISE * gauss));
  }
  return copy;
}

function meanStep(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < 3 * LANDMARKS; at += 3)
    sum += Math.hypot(one[at]! - other[at]!, one[at + 1]! - other[at + 1]!);
  return sum / LANDMARKS;
}
