/**
 * What restoration does to faces that were damaged in known ways: photographs of ANIMA_EVAL_DIR where there are any, and the portraits
 * that ship; how steady clips become; what it costs.
 * `node benchmarks/dist/face/restoration.bench.js [fast|normal|high]`
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  createFaceRestorer,
  createFrame,
  type FaceModels,
  type Frame,
  findFaces,
  frameRegionToRgb,
  openFaceModels,
  openUpscaleNetwork,
  type RestorationNetwork,
  readPicture,
  restorePicture,
  rgbToFrame,
} from '@anima/face';
import { openModel } from '@anima/inference';
import sharp from 'sharp';
import { describeMachine, percentile } from '../machine.js';
import { DAMAGES, resized, throughH264 } from './damaged-faces.js';
import { faceOutline } from './face-outline.js';
import { drawFrame, flicker, motionAt, place } from './moving-face.js';
import { psnr, ssim } from './picture-quality.js';

const SIDE = 256;
const CLIP_SIDE = 384;
const CLIP_FRAMES = 50;
const STRENGTH = 0.55;
/** Of the face's height: the square around it. */
const SQUARE = 1.75;
const TIMED_FRAMES = 40;

const quality = (process.argv[2] ?? 'normal') as Parameters<typeof openUpscaleNetwork>[1];
const evalDir = resolve(process.env.ANIMA_EVAL_DIR ?? '../shared/data');
const heads = (await openModel('heads')).dir;
const upscaleDir = (await openModel('upscale-general')).dir;
const models = await openFaceModels((await openModel('face-landmarks')).dir);
const network = await openUpscaleNetwork(upscaleDir, quality, 2);

console.log(`${describeMachine()}; quality ${quality}, strength ${STRENGTH}`);
const photographs = ['grace_hopper.jpg', 'astronaut.png']
  .map((file) => join(evalDir, 'photos', file))
  .filter(existsSync);
if (photographs.length === 0) console.log(`No photographs in ${evalDir}: portraits only`);
else await measureDamages('photographs', photographs);
const portraits = ['ada.png', 'leo.png'].map((file) => join(heads, file));
await measureDamages('portraits', portraits);
for (const path of [...photographs, ...portraits]) await measureClip(path);
await measureCost();
await network.close();
await models.close();

/** Decibels and SSIM within the face: as it came, the network alone and half of it (the whole square, not aligned), ours. */
async function measureDamages(name: string, paths: readonly string[]): Promise<void> {
  console.log(
    `\n${name}, PSNR/SSIM within the face | as it came | network | half and half | ours | each face's points, pixels: moved by ours, off the truth as it came, off the truth with ours`,
  );
  for (const [damage, make] of Object.entries(DAMAGES)) {
    const rows = [0, 1, 2, 3].map(() => ({ psnr: 0, ssim: 0 }));
    const points: string[] = [];
    for (const path of paths) {
      const clean = await squareFace(path, SIDE);
      const bad = await make(clean);
      const raw = await wholeThroughNetwork(network, bad);
      const ours = await restorePicture(models, network, bad, {
        crop: 'close',
        strength: STRENGTH,
        fidelity: 0,
        upscale: 1,
      });
      const inside = await insideFace(models, clean);
      for (const [i, frame] of [bad, raw, halfOf(raw, bad), ours.frame].entries()) {
        rows[i]!.psnr += psnr(frame, clean, inside) / paths.length;
        rows[i]!.ssim += ssim(frame, clean, inside) / paths.length;
      }
      const [truth, before, after] = [await pointsOf(clean), await pointsOf(bad), await pointsOf(ours.frame)];
      points.push(
        [apart(before, after), apart(truth, before), apart(truth, after)]
          .map((px) => px.toFixed(2))
          .join(' '),
      );
    }
    const cells = rows.map((row) => `${row.psnr.toFixed(2)}/${row.ssim.toFixed(3)}`);
    console.log([damage.padEnd(13), ...cells, points.join(', ')].join(' | '));
  }
}

/** The square around the largest face. */
async function squareFace(path: string, side: number): Promise<Frame> {
  const whole = await readPicture(path);
  const { x, y, height } = boxOf((await findFaces(models, whole))[0]!.points);
  const size = Math.min(Math.round(SQUARE * height), whole.width, whole.height);
  const held = (middle: number, length: number): number =>
    Math.round(Math.max(0, Math.min(length - size, middle - size / 2)));
  const rgb = await sharp(path)
    .removeAlpha()
    .extract({ left: held(x, whole.width), top: held(y, whole.height), width: size, height: size })
    .resize(side, side, { kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  return rgbToFrame(Uint8Array.from(rgb), side, side);
}

function boxOf(points: Float32Array): { x: number; y: number; height: number } {
  const along = (axis: number): number[] =>
    Array.from({ length: points.length / 3 }, (_, i) => points[3 * i + axis]!);
  const [xs, ys] = [along(0), along(1)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (top + bottom) / 2, height: bottom - top };
}

async function insideFace(own: FaceModels, frame: Frame): Promise<Uint8Array> {
  const outline = faceOutline((await findFaces(own, frame))[0]!.points);
  return Uint8Array.from({ length: frame.width * frame.height }, (_, at) =>
    outline((at % frame.width) + 0.5, Math.floor(at / frame.width) + 0.5) ? 1 : 0,
  );
}

async function wholeThroughNetwork(own: RestorationNetwork, frame: Frame): Promise<Frame> {
  const { inputSize, outputSize } = own;
  const rgb = frameRegionToRgb(await resized(frame, inputSize, 'lanczos3'));
  const pixels = inputSize * inputSize;
  const planar = Float32Array.from(rgb, (_, i) => rgb[3 * (i % pixels) + Math.floor(i / pixels)]! / 255);
  const made = await own.restore(planar, 0);
  const all = outputSize * outputSize;
  const bytes = Uint8Array.from(made, (_, i) => 255 * made[Math.floor(i / 3) + (i % 3) * all]! + 0.5);
  return resized(rgbToFrame(bytes, outputSize, outputSize), frame.width, 'lanczos3');
}

function halfOf(one: Frame, other: Frame): Frame {
  return { ...one, bytes: one.bytes.map((value, i) => (value + other.bytes[i]! + 1) >> 1) };
}

async function pointsOf(frame: Frame): Promise<Float32Array | null> {
  return (await findFaces(models, frame))[0]?.points ?? null;
}

/** Mean over the 468 points, in pixels. */
function apart(one: Float32Array | null, other: Float32Array | null): number {
  if (one === null || other === null) return Number.NaN;
  let sum = 0;
  for (let at = 0; at < one.length; at += 3)
    sum += Math.hypot(one[at]! - other[at]!, one[at + 1]! - other[at + 1]!);
  return sum / (one.length / 3);
}

/** A face that moves in a known way, through H.264 at crf 38. */
async function measureClip(path: string): Promise<void> {
  const still = await readPicture(path);
  const { points } = (await findFaces(models, still))[0]!;
  const { x, y, height } = boxOf(points);
  const motions = Array.from({ length: CLIP_FRAMES }, (_, time) =>
    motionAt(time, { x, y }, (SQUARE * height) / CLIP_SIDE, CLIP_SIDE),
  );
  const clean = motions.map((motion) => drawFrame(still, motion, CLIP_SIDE));
  const coded = throughH264(clean, 38);
  const ours = coded.map((frame) => ({ ...frame, bytes: frame.bytes.slice() }));
  const restorer = createFaceRestorer(models, {
    width: CLIP_SIDE,
    height: CLIP_SIDE,
    fps: 25,
    networks: [network],
    crop: 'close',
    strength: STRENGTH,
    fidelity: 0,
    upscale: 1,
    chromaSiting: 'left',
  });
  for (const frame of ours) await restorer.next(frame, frame);
  const outline = faceOutline(points);
  const inside = motions.map((motion) =>
    Uint8Array.from({ length: CLIP_SIDE ** 2 }, (_, at) =>
      outline(...place(motion, (at % CLIP_SIDE) + 0.5, Math.floor(at / CLIP_SIDE) + 0.5)) ? 1 : 0,
    ),
  );
  const mean = (frames: readonly Frame[]): string =>
    (frames.reduce((sum, frame, i) => sum + psnr(frame, clean[i]!, inside[i]!), 0) / CLIP_FRAMES).toFixed(2);
  const flickers = [clean, coded, ours].map((frames) => flicker(frames, motions, outline).toFixed(2));
  console.log(
    `\n${path.split('/').at(-1)}, crf 38, flicker of the clip before coding ${flickers[0]}, coded ${flickers[1]}, ours ${flickers[2]}; PSNR coded ${mean(coded)}, ours ${mean(ours)}`,
  );
}

/** Milliseconds a frame of 1280 x 720 with one face 200 pixels wide, and the same without what the network takes. */
async function measureCost(): Promise<void> {
  const side = 560;
  const frame = createFrame(1280, 720);
  frame.bytes.fill(128);
  const square = await squareFace(portraits[0]!, side);
  for (const [size, from, to, width] of [
    [side, 0, 0, 1280],
    [side / 2, side ** 2, 1280 * 720, 640],
    [side / 2, side ** 2 * 1.25, 1280 * 720 * 1.25, 640],
  ] as const)
    for (let row = 0; row < size; row++)
      frame.bytes.set(
        square.bytes.subarray(from + row * size, from + (row + 1) * size),
        to + (row + ((to === 0 ? 720 : 360) - size) / 2) * width + (width - size) / 2,
      );
  const lanes = [
    await openUpscaleNetwork(upscaleDir, quality, 1),
    await openUpscaleNetwork(upscaleDir, quality, 1),
  ];
  const made = new Float32Array(3 * network.outputSize ** 2).fill(0.5);
  const instant: RestorationNetwork = { ...network, restore: async () => made };
  for (const [name, networks, upscale] of [
    ['two networks, one thread each', lanes, 1],
    ['everything but the network', [instant], 1],
    ['everything but the network, doubled', [instant], 2],
  ] as const) {
    const restorer = createFaceRestorer(models, {
      width: 1280,
      height: 720,
      fps: 25,
      networks,
      crop: 'close',
      strength: STRENGTH,
      fidelity: 0,
      upscale,
      chromaSiting: 'left',
    });
    const times: number[] = [];
    const under: Promise<void>[] = [];
    let [last, cpu] = [performance.now(), process.cpuUsage()];
    for (let i = 0; i < TIMED_FRAMES; i++) {
      const copy = { ...frame, bytes: frame.bytes.slice() };
      under.push(restorer.next(copy, upscale === 1 ? copy : createFrame(2560, 1440)));
      if (under.length <= networks.length) continue;
      await under.shift();
      times.push(performance.now() - last);
      last = performance.now();
      if (i === 5) cpu = process.cpuUsage();
    }
    await Promise.all(under);
    const used = process.cpuUsage(cpu);
    const cores = (used.user + used.system) / 1000 / (TIMED_FRAMES - 6);
    console.log(
      `${name}: ${percentile(times.slice(5), 0.5).toFixed(0)} ms a frame (median), ${percentile(times.slice(5), 0).toFixed(0)} at best, ${cores.toFixed(0)} ms of processor time`,
    );
  }
  for (const lane of lanes) await lane.close();
}
