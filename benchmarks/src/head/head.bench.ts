/**
 * Measures the shipped heads and VRM characters during speech against their limit: under 8 ms per frame of
 * 512 x 512 on one core. Prints Markdown.
 * Run it on an idle machine: `node benchmarks/dist/head/head.bench.js`
 */
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFrame, createHeadRenderer, type Head, openHead, poseAt } from '@anima/face';
import { openModel } from '@anima/inference';
import { describeMachine, percentile } from '../machine.js';
import { finerHead } from './finer-head.js';
import { speakingMotion } from './speaking-motion.js';

const FPS = 25;
const SIZES = [512, 1024];
/**
 * Number of rounds over the same frames. The minimum of each stage counts, because other processes can use
 * the CPU.
 */
const ROUNDS = 3;

const motion = await speakingMotion(FPS);
console.log(
  `## Heads\n\n${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}. ${motion.frames} frames of speech.\n`,
);
console.log(
  '| head | size | ms a frame, p50 / p95 | vertices | drawing | to I420 | opened in ms | renderer | process |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
const { dir } = await openModel('heads');
for (const name of ['ada', 'leo', 'mei', 'kofi', 'grace', 'pip']) {
  const { head, openMs } = await opened(join(dir, `${name}.glb`));
  report(name, head, openMs);
}
// The small characters of the tests, subdivided twice: 30,000 triangles, as many as characters of VRoid
// Studio have.
for (const name of ['suzu-0', 'suzu-1-arkit']) {
  const path = fileURLToPath(new URL(`../../../packages/face/fixtures/vrm/${name}.vrm`, import.meta.url));
  const { head, openMs } = await opened(path);
  const finer = finerHead(finerHead(head));
  report(`${name}, ${finer.triangles.length / 3} triangles`, finer, openMs);
}

async function opened(path: string): Promise<{ head: Head; openMs: number }> {
  const file = await readFile(path);
  const startedAt = performance.now();
  const head = await openHead(file);
  return { head, openMs: performance.now() - startedAt };
}

function report(name: string, head: Head, openMs: number): void {
  for (const size of SIZES) {
    const { p50, p95, stages, rendererMegabytes } = measure(head, size);
    const resident = Math.round(process.memoryUsage.rss() / 1e6);
    console.log(
      `| ${name} | ${size} | ${p50.toFixed(1)} / ${p95.toFixed(1)} | ${stages.map((ms) => ms.toFixed(2)).join(' | ')} | ${openMs.toFixed(0)} | ${rendererMegabytes.toFixed(0)} MB | ${resident} MB |`,
    );
  }
}

interface Measured {
  /** Milliseconds per frame. */
  p50: number;
  p95: number;
  stages: number[];
  rendererMegabytes: number;
}

function measure(head: Head, size: number): Measured {
  const renderer = createHeadRenderer(head, { width: size, height: size, background: { kind: 'default' } });
  const frame = createFrame(size, size);
  const fastest = new Float64Array(motion.frames).fill(Number.POSITIVE_INFINITY);
  const stages = [Infinity, Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    const before = renderer.stats();
    for (let i = 0; i < motion.frames; i++) {
      const startedAt = performance.now();
      renderer.render(poseAt(motion, i), frame);
      fastest[i] = Math.min(fastest[i]!, performance.now() - startedAt);
    }
    const after = renderer.stats();
    (['verticesMs', 'drawMs', 'resolveMs'] as const).forEach((stage, k) => {
      stages[k] = Math.min(stages[k]!, (after[stage] - before[stage]) / motion.frames);
    });
  }
  const { memoryBytes } = renderer.stats();
  return {
    p50: percentile([...fastest], 0.5),
    p95: percentile([...fastest], 0.95),
    stages,
    rendererMegabytes: memoryBytes / 1e6,
  };
}
