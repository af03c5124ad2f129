/**
 * Draws the portraits of the included heads, NAME.png, with engine `head`: at rest, with a slight smile. build.mjs runs it. Run it
 * separately after a change of that engine: `node models/heads/build/portraits.mjs [NAME ...]` (after `npm run build`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  ARKIT_SHAPES,
  createFrame,
  createHeadRenderer,
  frameRegionToRgb,
  openHead,
  shapeIndex,
  writePng,
} from '@anima/face';

const SIDE = 1024;
const POSE = { mouthSmileLeft: 0.15, mouthSmileRight: 0.15, cheekSquintLeft: 0.08, cheekSquintRight: 0.08 };
const folder = fileURLToPath(new URL('../', import.meta.url));

export async function drawPortrait(name, into = folder) {
  const head = await openHead(readFileSync(join(into, `${name}.glb`)));
  const renderer = createHeadRenderer(head, { width: SIDE, height: SIDE, background: { kind: 'default' } });
  const weights = new Float32Array(ARKIT_SHAPES.length);
  for (const [shape, weight] of Object.entries(POSE)) weights[shapeIndex[shape]] = weight;
  const frame = createFrame(SIDE, SIDE);
  renderer.render({ weights, yaw: 0, pitch: 0, roll: 0, breath: 0 }, frame);
  await writePng(
    { rgb: frameRegionToRgb(frame), width: SIDE, height: SIDE },
    join(into, `${name}.png`),
  );
}

export const headNames = (into = folder) =>
  readdirSync(into)
    .filter((file) => file.endsWith('.glb'))
    .map((file) => file.slice(0, -'.glb'.length))
    .sort();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2);
  for (const name of given.length > 0 ? given : headNames()) await drawPortrait(name);
}
