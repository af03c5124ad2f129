/**
 * Draws the portraits of the heads that ship, models/heads/{ada,leo}.png, with engine `head`: at rest, with a hint of a smile. Run after
 * a change of that engine or of the heads: `node scripts/make-portraits.mjs`.
 */
import { readFileSync } from 'node:fs';
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
const SMILE = 0.12;

for (const name of ['ada', 'leo']) {
  const head = await openHead(readFileSync(new URL(`../models/heads/${name}.glb`, import.meta.url)));
  const renderer = createHeadRenderer(head, { width: SIDE, height: SIDE, background: { kind: 'default' } });
  const weights = new Float32Array(ARKIT_SHAPES.length);
  weights[shapeIndex.mouthSmileLeft] = SMILE;
  weights[shapeIndex.mouthSmileRight] = SMILE;
  const frame = createFrame(SIDE, SIDE);
  renderer.render({ weights, yaw: 0, pitch: 0, roll: 0, breath: 0 }, frame);
  const path = fileURLToPath(new URL(`../models/heads/${name}.png`, import.meta.url));
  await writePng({ rgb: frameRegionToRgb(frame), width: SIDE, height: SIDE }, path);
}
