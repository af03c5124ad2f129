/**
 * Measures milliseconds per frame of engine `mesh` on one core: a portrait as a clip (only the mouth moves)
 * and as a still (head, eyes and mouth move), compared with one copy of the frame.
 * `node benchmarks/dist/face/mesh.bench.js [side ...]`, default 512 and 1024.
 */
import { join } from 'node:path';
import {
  createFrame,
  createMeshRenderer,
  type FacePose,
  findFaces,
  openFaceModels,
  type PreparedMesh,
  prepareStill,
  readImage,
  shapeIndex,
  VISEMES,
  visemeShapes,
} from '@anima/face';
import { openModel } from '@anima/inference';
import { describeMachine, p50p95 } from '../machine.js';

const FRAMES = 400;
const WARM_UP = 100;

const models = await openFaceModels((await openModel('face-landmarks')).dir);
const heads = (await openModel('heads')).dir;
const poses = Array.from({ length: FRAMES }, (_, frame) => poseAt(frame));
console.log(describeMachine());
const sides = process.argv.slice(2).map(Number);
for (const side of sides.length > 0 ? sides : [512, 1024]) await measure(side);
await models.close();

async function measure(side: number): Promise<void> {
  const picture = await readImage(join(heads, 'leo.png'), { longestSide: side });
  const [face] = await findFaces(models, picture);
  const started = performance.now();
  const prepared = await prepareStill(models, picture, face!);
  console.log(`${side} x ${side}: prepared in ${(performance.now() - started).toFixed(0)} ms`);
  const { still: _, ...clip } = prepared;
  const sources: [string, PreparedMesh][] = [
    ['clip', clip],
    ['still', prepared],
  ];
  const frame = createFrame(picture.width, picture.height);
  for (const [name, source] of sources) {
    const before = process.memoryUsage();
    const renderer = createMeshRenderer(source);
    const times: number[] = [];
    let used = process.cpuUsage();
    for (const [index, pose] of poses.entries()) {
      if (index === WARM_UP) used = process.cpuUsage();
      frame.bytes.set(picture.bytes);
      const start = performance.now();
      renderer.render(frame, face!, pose);
      if (index >= WARM_UP) times.push(performance.now() - start);
    }
    const { user, system } = process.cpuUsage(used);
    const core = ((user + system) / 1000 / times.length).toFixed(2);
    const memory = ((process.memoryUsage().arrayBuffers - before.arrayBuffers) / 1e6).toFixed(1);
    console.log(
      `  ${name.padEnd(6)} ${core} ms of a core, p50 / p95 ${p50p95(times)} ms, ${memory} MB of buffers`,
    );
  }
  const copies = poses.map(() => {
    const start = performance.now();
    frame.bytes.set(picture.bytes);
    return performance.now() - start;
  });
  console.log(`  copy   p50 / p95 ${p50p95(copies)} ms`);
}

/** Returns a pose of speech with twelve visemes per second, small head movements and occasional blinks. */
function poseAt(frame: number): FacePose {
  const weights = new Float32Array(Object.keys(shapeIndex).length);
  const shapes = visemeShapes[VISEMES[Math.floor(frame / 2) % VISEMES.length]!];
  for (const [shape, weight] of Object.entries(shapes))
    weights[shapeIndex[shape as keyof typeof shapeIndex]] = weight;
  const blink = frame % 100 < 5 ? 1 : 0;
  weights[shapeIndex.eyeBlinkLeft] = blink;
  weights[shapeIndex.eyeBlinkRight] = blink;
  return {
    weights,
    yaw: 2 * Math.sin(frame / 30),
    pitch: 2 * Math.sin(frame / 17),
    roll: Math.sin(frame / 41),
    breath: Math.sin(frame / 16),
  };
}
