/**
 * Writes docs/pictures/head-NAME.jpg with every viseme, every expression and some poses of the shipped heads,
 * and heads.jpg with their portraits.
 * Run it in the root of the repository. The default size of a cell is 384 pixels.
 * `node benchmarks/dist/head/contact-sheet.js [FOLDER PIXELS [NAME ...]]`
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ArkitShape,
  createFrame,
  createHeadRenderer,
  type FacePose,
  frameRegionToRgb,
  type HeadBackground,
  motionFromSpeech,
  openHead,
  poseAt,
  shapeIndex,
  VISEMES,
  visemeShapes,
} from '@anima/face';
import { EXPRESSIONS, type ExpressionName } from '@anima/face/expressions';
import { openModel } from '@anima/inference';
import sharp from 'sharp';

const [folder, side, ...named] = process.argv.slice(2);
const CELL = Number(side ?? 384);
const GAP = 4;
const COLUMNS = 6;
const FOLDER = folder ?? join('docs', 'pictures');
const QUALITY = 78;

interface Cell {
  readonly label: string;
  readonly pose?: FacePose;
  readonly weights?: Partial<Record<ArkitShape, number>>;
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
  readonly background?: HeadBackground;
}

const SMILE = { mouthSmileLeft: 0.7, mouthSmileRight: 0.7, cheekSquintLeft: 0.4, cheekSquintRight: 0.4 };
const CELLS: readonly Cell[] = [
  { label: 'neutral' },
  ...VISEMES.filter((viseme) => viseme !== 'sil').map((label) => ({ label, weights: visemeShapes[label] })),
  { label: 'm from an open jaw', weights: { ...visemeShapes.PP, jawOpen: 0.4, mouthClose: 0.4 } },
  { label: 'smile', weights: SMILE },
  { label: 'blink', weights: { eyeBlinkLeft: 1, eyeBlinkRight: 1 } },
  { label: 'half a blink', weights: { eyeBlinkLeft: 0.5, eyeBlinkRight: 0.5 } },
  { label: 'looks up', weights: { eyeLookUpLeft: 0.6, eyeLookUpRight: 0.6 } },
  { label: 'looks down', weights: { eyeLookDownLeft: 0.6, eyeLookDownRight: 0.6 } },
  { label: 'looks aside', weights: { eyeLookOutLeft: 0.6, eyeLookInRight: 0.6 } },
  { label: 'yaw 15', yaw: 15 },
  { label: 'yaw -15', yaw: -15 },
  { label: 'pitch 10', pitch: 10 },
  ...EXPRESSIONS.filter((name) => name !== 'neutral').map((name) => ({
    label: name,
    pose: expressive(name),
  })),
  { label: 'green', background: { kind: 'green' }, weights: visemeShapes.aa, yaw: 6, roll: 4 },
];

await mkdir(FOLDER, { recursive: true });
const { dir } = await openModel('heads');
const names = named.length > 0 ? named : ['ada', 'grace', 'kofi', 'leo', 'mei', 'pip'];
for (const name of names) {
  const head = await openHead(await readFile(join(dir, `${name}.glb`)));
  const frame = createFrame(CELL, CELL);
  const pictures = CELLS.map(({ background = { kind: 'default' }, ...cell }, i) => {
    createHeadRenderer(head, { width: CELL, height: CELL, background }).render(poseOf(cell), frame);
    return {
      input: Buffer.from(frameRegionToRgb(frame)),
      raw: { width: CELL, height: CELL, channels: 3 as const },
      left: (i % COLUMNS) * (CELL + GAP),
      top: Math.floor(i / COLUMNS) * (CELL + GAP),
    };
  });
  const width = COLUMNS * (CELL + GAP) - GAP;
  const height = Math.ceil(CELLS.length / COLUMNS) * (CELL + GAP) - GAP;
  const path = join(FOLDER, `head-${name}.jpg`);
  const { size } = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([...pictures, { input: labels(width, height), left: 0, top: 0 }])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toFile(path);
  console.log(`${path}: ${width} x ${height}, ${Math.round(size / 1000)} kB`);
}

await sharp({
  create: { width: 3 * CELL, height: Math.ceil(names.length / 3) * CELL, channels: 3, background: 'white' },
})
  .composite(
    await Promise.all(
      names.map(async (name, i) => ({
        input: await sharp(join(dir, `${name}.png`))
          .resize(CELL)
          .toBuffer(),
        left: (i % 3) * CELL,
        top: Math.floor(i / 3) * CELL,
      })),
    ),
  )
  .jpeg({ quality: QUALITY, mozjpeg: true })
  .toFile(join(FOLDER, 'heads.jpg'));

/** Returns the pose of a silent face with open eyes, two seconds after the expression starts. */
function expressive(name: ExpressionName): FacePose {
  const timeline = { duration: 3, phonemes: [], words: [] };
  const expression = { name, strength: 1 };
  return poseAt(
    motionFromSpeech(timeline, { fps: 25, frames: 75, seed: 1, blink: false, headMotion: 1, expression }),
    50,
  );
}

function poseOf({ pose, weights = {}, yaw = 0, pitch = 0, roll = 0 }: Cell): FacePose {
  if (pose !== undefined) return pose;
  const all = new Float32Array(Object.keys(shapeIndex).length);
  for (const [shape, weight] of Object.entries(weights)) all[shapeIndex[shape as ArkitShape]] = weight;
  return { weights: all, yaw, pitch, roll, breath: 0 };
}

function labels(width: number, height: number): Buffer {
  const texts = CELLS.map(({ label }, i) => {
    const x = (i % COLUMNS) * (CELL + GAP) + 8;
    const y = Math.floor(i / COLUMNS) * (CELL + GAP) + 22;
    return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="17" fill="#123">${label}</text>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${texts.join('')}</svg>`,
  );
}
