/**
 * Measures the restoration of faces with known damage: photographs of ANIMA_EVAL_DIR (if any) and the shipped
 * portraits. Also measures the steadiness of clips and the cost.
 * All parts run if none is named.
 * `node benchmarks/dist/face/restoration.bench.js [fast|normal|high] [damages|clips|cameras|speech|cost]`
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  createFaceRestorer,
  createFrame,
  createHeadRenderer,
  type FaceModels,
  type Frame,
  findFaces,
  frameRegionToRgb,
  LANDMARKS,
  openFaceModels,
  openHead,
  openNetworkThread,
  planesOf,
  poseAt,
  type RestorationNetwork,
  readImage,
  restorePicture,
  rgbToFrame,
  type UpscaleQuality,
} from '@anima/face';
import { openModel } from '@anima/inference';
import sharp from 'sharp';
import { speakingMotion } from '../head/speaking-motion.js';
import { describeMachine } from '../machine.js';
import { DAMAGES, darkened, grained, resized, throughH264 } from './damaged-faces.js';
import { faceOutline } from './face-outline.js';
import { CAMERAS, drawFrame, flicker, type Motion, motionAt, place } from './moving-face.js';
import { psnr, ssim } from './picture-quality.js';

const SIDE = 256;
const CLIP_SIDE = 384;
const CAMERA_SIDE = 320;
const CLIP_FRAMES = 50;
const STRENGTH = 0.55;
/** Side of the square around the face, in face heights. */
const SQUARE = 1.75;
const TIMED_FRAMES = 100;
const WIDTH = 1280;
const HEIGHT = 720;
const NOSE_TIP = 1;
const SHIFTS = [0, 2, 6];
const RESTORER = {
  fps: 25,
  crop: 'close',
  strength: STRENGTH,
  fidelity: 0,
  upscale: 1,
  chromaSiting: 'left',
} as const;

const quality = (process.argv[2] ?? 'normal') as UpscaleQuality;
const evalDir = resolve(process.env.ANIMA_EVAL_DIR ?? '../shared/data');
const heads = (await openModel('heads')).dir;
const upscaleDir = (await openModel('upscale-general')).dir;
const models = await openFaceModels((await openModel('face-landmarks')).dir);
const lanes = [await openLane(), await openLane()];
const network = lanes[0]!;

console.log(`${describeMachine()}; quality ${quality}, strength ${STRENGTH}`);
const photographs = ['grace_hopper.jpg', 'astronaut.png']
  .map((file) => join(evalDir, 'photos', file))
  .filter(existsSync);
if (photographs.length === 0) console.log(`No photographs in ${evalDir}: portraits only`);
const portraits = ['ada.png', 'leo.png'].map((file) => join(heads, file));
const others = ['mei.png', 'kofi.png', 'grace.png', 'pip.png'].map((file) => join(heads, file));
const measures = (part: string): boolean => [undefined, part].includes(process.argv[3]);
if (measures('damages')) {
  if (photographs.length > 0) await measureDamages('photographs', photographs);
  await measureDamages('portraits', portraits);
  await measureDamages('the other heads', others);
}
if (measures('clips')) {
  for (const path of [...photographs, ...portraits, ...others])
    await measureClip(path, 'turns', CLIP_SIDE, 38);
}
if (measures('cameras')) {
  for (const path of [...photographs, ...portraits])
    for (const crf of [28, 38])
      for (const camera of Object.keys(CAMERAS)) await measureClip(path, camera, CAMERA_SIDE, crf);
  for (const path of portraits) {
    await measureClip(path, 'turns', CLIP_SIDE, 32, darkened);
    await measureClip(path, 'turns', CLIP_SIDE, 28, grained);
  }
}
if (measures('speech'))
  for (const name of ['ada', 'leo']) for (const crf of [28, 38]) await measureSpeech(name, crf);
if (measures('cost')) await measureCost();
for (const lane of lanes) await lane.close();
await models.close();

function openLane(): Promise<RestorationNetwork> {
  return openNetworkThread({ model: 'general', modelDir: upscaleDir, quality, threads: 1 });
}

/**
 * Prints PSNR (decibels) and SSIM within the face for four versions: the damaged image, the output of the
 * network for the complete square (without alignment), the mean of these two, and the restored image.
 */
async function measureDamages(name: string, paths: readonly string[]): Promise<void> {
  console.log(
    `\n${name}, PSNR/SSIM within the face | as it came | network | half and half | ours | each face's points, pixels: moved by ours, off the truth as it came, off the truth with ours | left to the bit`,
  );
  for (const [damage, make] of Object.entries(DAMAGES)) {
    const rows = [0, 1, 2, 3].map(() => ({ psnr: 0, ssim: 0 }));
    const points: string[] = [];
    let left = 0;
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
      if (Buffer.compare(ours.frame.bytes, bad.bytes) === 0) left++;
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
    console.log([damage.padEnd(13), ...cells, points.join(', '), `${left} of ${paths.length}`].join(' | '));
  }
}

/** Returns the square around the largest face. */
async function squareFace(path: string, side: number): Promise<Frame> {
  const whole = await readImage(path);
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

/**
 * Averages the landmarks over nine shifts of the image, because the results of the landmark network for one
 * position vary by half a pixel.
 */
async function pointsOf(frame: Frame): Promise<Float32Array | null> {
  const sum = new Float32Array(3 * LANDMARKS);
  for (const dx of SHIFTS)
    for (const dy of SHIFTS) {
      const points = (await findFaces(models, shifted(frame, dx, dy)))[0]?.points;
      if (points === undefined) return null;
      for (let at = 0; at < sum.length; at += 3) {
        sum[at]! += (points[at]! - dx) / SHIFTS.length ** 2;
        sum[at + 1]! += (points[at + 1]! - dy) / SHIFTS.length ** 2;
      }
    }
  return sum;
}

/** Shifts a frame to the right and down by even numbers of pixels. The edge is repeated. */
function shifted(frame: Frame, dx: number, dy: number): Frame {
  const moved = createFrame(frame.width, frame.height);
  const [from, to] = [planesOf(frame), planesOf(moved)];
  for (const [plane, scale] of [
    ['y', 1],
    ['u', 2],
    ['v', 2],
  ] as const) {
    const width = frame.width / scale;
    for (let at = 0; at < to[plane].length; at++) {
      const x = Math.max(0, (at % width) - dx / scale);
      const y = Math.max(0, Math.floor(at / width) - dy / scale);
      to[plane][at] = from[plane][y * width + x]!;
    }
  }
  return moved;
}

/**
 * Returns the mean distance between the 468 points of two faces, in pixels. Returns NaN if one of them is
 * null.
 */
function apart(one: Float32Array | null, other: Float32Array | null): number {
  if (one === null || other === null) return Number.NaN;
  let sum = 0;
  for (let at = 0; at < one.length; at += 3)
    sum += Math.hypot(one[at]! - other[at]!, one[at + 1]! - other[at + 1]!);
  return sum / (one.length / 3);
}

/** Measures a face with known motion after H.264 coding. */
async function measureClip(
  path: string,
  kind: string,
  side: number,
  crf: number,
  scene: (frame: Frame, seed: number) => Frame = (frame) => frame,
): Promise<void> {
  const whole = await readImage(path);
  // Cameras move over whole pixels of the still, so the still needs the size at which it is shown.
  const height = boxOf((await findFaces(models, whole))[0]!.points).height;
  const scale = kind === 'turns' ? 1 : side / (SQUARE * height);
  const still =
    scale < 1 ? await resized(whole, 2 * Math.round((scale * whole.width) / 2), 'lanczos3') : whole;
  const { points } = (await findFaces(models, still))[0]!;
  const box = boxOf(points);
  const zoom = (SQUARE * box.height) / side;
  const motionOf = kind === 'turns' ? motionAt : CAMERAS[kind]!;
  const motions = Array.from({ length: CLIP_FRAMES }, (_, time) => motionOf(time, box, zoom, side));
  const clean = motions.map((motion, time) => scene(drawFrame(still, motion, side), time + 1));
  const coded = throughH264(clean, crf);
  const ours = coded.map((frame) => ({ ...frame, bytes: frame.bytes.slice() }));
  const restorer = createFaceRestorer(models, { ...RESTORER, width: side, height: side, networks: lanes });
  await Promise.all(ours.map((frame) => restorer.next(frame, frame)));
  const outline = faceOutline(points);
  const inside = motions.map((motion: Motion) =>
    Uint8Array.from({ length: side ** 2 }, (_, at) =>
      outline(...place(motion, (at % side) + 0.5, Math.floor(at / side) + 0.5)) ? 1 : 0,
    ),
  );
  const mean = (frames: readonly Frame[]): number =>
    frames.reduce((sum, frame, i) => sum + psnr(frame, clean[i]!, inside[i]!), 0) / CLIP_FRAMES;
  const cells = [clean, coded, ours].map((frames) => flicker(frames, motions, outline).toFixed(2));
  const [came, made] = [mean(coded), mean(ours)];
  const formatted = [came.toFixed(2), made.toFixed(2), (made - came).toFixed(2)].join(' ');
  const name = `${path.split('/').at(-1)}, ${scene === darkened ? 'dark, ' : scene === grained ? 'grain, ' : ''}${kind}, crf ${crf}`;
  console.log(
    `${name} | flicker before coding, coded, ours ${cells.join(' ')} | PSNR coded, ours, gain ${formatted}`,
  );
}

/** Measures a speaking face after H.264 coding: PSNR in decibels in the face and in its lower part. */
async function measureSpeech(name: string, crf: number): Promise<void> {
  const side = CLIP_SIDE;
  const clean = await speakingFrames(name, 2 * CLIP_FRAMES, side, { width: side, height: side });
  const coded = throughH264(clean, crf);
  const ours = coded.map((frame) => ({ ...frame, bytes: frame.bytes.slice() }));
  const restorer = createFaceRestorer(models, { ...RESTORER, width: side, height: side, networks: lanes });
  await Promise.all(ours.map((frame) => restorer.next(frame, frame)));
  const rows = { coded: [0, 0], ours: [0, 0] };
  for (const [i, frame] of clean.entries()) {
    const { points } = (await findFaces(models, frame))[0]!;
    const nose = points[3 * NOSE_TIP + 1]!;
    const face = await insideFace(models, frame);
    const lower = face.map((inside, at) => (Math.floor(at / side) > nose ? inside : 0));
    for (const [k, where] of [face, lower].entries()) {
      rows.coded[k]! += psnr(coded[i]!, frame, where) / clean.length;
      rows.ours[k]! += psnr(ours[i]!, frame, where) / clean.length;
    }
  }
  const formatted = (values: number[]): string => values.map((value) => value.toFixed(2)).join(' / ');
  console.log(
    `${name} speaks, crf ${crf} | PSNR in the face / below the nose: coded ${formatted(rows.coded)}, ours ${formatted(rows.ours)}`,
  );
}

/**
 * Measures milliseconds per frame of a speaking head, 1280 x 720 with a face 200 pixels wide, with the
 * network and with a stub that returns immediately.
 */
async function measureCost(): Promise<void> {
  const frames = await speakingFrames('leo', TIMED_FRAMES, 512, { width: WIDTH, height: HEIGHT });
  const made = new Float32Array(3 * network.outputSize ** 2).fill(0.5);
  const instant: RestorationNetwork = {
    ...network,
    restore: async () => made,
    restorePart: async (_, size) => new Float32Array(48 * size * size).fill(0.5),
  };
  for (const [name, networks, upscale] of [
    ['two networks, one thread each', lanes, 1],
    ['everything but the network', [instant], 1],
    ['everything but the network, doubled', [instant], 2],
  ] as const) {
    const restorer = createFaceRestorer(models, {
      ...RESTORER,
      width: WIDTH,
      height: HEIGHT,
      networks,
      upscale,
    });
    const into = createFrame(2 * WIDTH, 2 * HEIGHT);
    const under: Promise<void>[] = [];
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    for (const frame of frames) {
      const copy = { ...frame, bytes: frame.bytes.slice() };
      under.push(restorer.next(copy, upscale === 1 ? copy : into));
      if (under.length >= 3 * networks.length) await under.shift();
    }
    await Promise.all(under);
    const { user, system } = process.cpuUsage(cpu);
    const each = (ms: number): string => (ms / frames.length).toFixed(0);
    console.log(
      `${name}: ${each(performance.now() - begun)} ms a frame, ${each((user + system) / 1000)} ms of processor time`,
    );
  }
}

/** Renders a speaking head into the middle of a grey frame. */
async function speakingFrames(
  name: string,
  count: number,
  side: number,
  { width, height }: { width: number; height: number },
): Promise<Frame[]> {
  const head = await openHead(await readFile(join(heads, `${name}.glb`)));
  const renderer = createHeadRenderer(head, { width: side, height: side, background: { kind: 'default' } });
  const motion = await speakingMotion(RESTORER.fps);
  const drawn = createFrame(side, side);
  return Array.from({ length: count }, (_, i) => {
    renderer.render(poseAt(motion, i), drawn);
    const frame = createFrame(width, height);
    const [from, to] = [planesOf(drawn), planesOf(frame)];
    pasteInMiddle(from.y, side, to.y, width, height);
    pasteInMiddle(from.u, side / 2, to.u, width / 2, height / 2);
    pasteInMiddle(from.v, side / 2, to.v, width / 2, height / 2);
    return frame;
  });
}

function pasteInMiddle(from: Uint8Array, side: number, to: Uint8Array, width: number, height: number): void {
  to.fill(128);
  const first = ((height - side) / 2) * width + (width - side) / 2;
  for (let row = 0; row < side; row++)
    to.set(from.subarray(row * side, (row + 1) * side), first + row * width);
}
