/**
 * Renders every viseme, a blink, brows and head turns from one image with engine `mesh`, into one sheet.
 * By default it renders portraits of models/heads into docs/pictures.
 * `node benchmarks/dist/face/contact-sheet.js [PICTURE SHEET.jpg]`
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createFrame,
  createMeshRenderer,
  type FaceModels,
  type FacePose,
  findFaces,
  frameRegionToRgb,
  openFaceModels,
  prepareStill,
  readImage,
  shapeIndex,
  VISEMES,
  visemeShapes,
} from '@anima/face';
import { openModel } from '@anima/inference';
import sharp from 'sharp';

const COLUMNS = 5;
/** Side of a cell in pixels. PICTURE is the longest side of the source image. */
const CELL = 360;
const PICTURE = 1024;
const QUALITY = 84;
/** Margin around the face, as a share of the face height. */
const AROUND = 0.35;

interface Cell {
  readonly label: string;
  readonly shapes: Partial<Record<keyof typeof shapeIndex, number>>;
  readonly head?: Partial<Omit<FacePose, 'weights'>>;
}

const CELLS: readonly Cell[] = [
  ...VISEMES.map((viseme) => ({ label: viseme, shapes: visemeShapes[viseme] })),
  { label: 'blink', shapes: { eyeBlinkLeft: 1, eyeBlinkRight: 1 } },
  { label: 'brows', shapes: { browInnerUp: 1, browOuterUpLeft: 1, browOuterUpRight: 1 } },
  { label: 'yaw 7', shapes: visemeShapes.E, head: { yaw: 7 } },
  { label: 'yaw -7, pitch 4', shapes: visemeShapes.aa, head: { yaw: -7, pitch: 4 } },
  { label: 'roll 4, pitch -4', shapes: visemeShapes.oh, head: { roll: 4, pitch: -4 } },
];

const models = await openFaceModels((await openModel('face-landmarks')).dir);
const [picture, sheet] = process.argv.slice(2);
if (picture !== undefined && sheet !== undefined) await writeSheet(models, picture, sheet);
else {
  const heads = (await openModel('heads')).dir;
  const pictures = fileURLToPath(new URL('../../../docs/pictures', import.meta.url));
  for (const name of ['ada', 'leo'])
    await writeSheet(models, join(heads, `${name}.png`), join(pictures, `mesh-${name}.jpg`));
}
await models.close();

async function writeSheet(models: FaceModels, from: string, to: string): Promise<void> {
  const frame = await readImage(from, { longestSide: PICTURE });
  const [face] = await findFaces(models, frame);
  if (face === undefined) throw new Error(`Expected a face in ${from}`);
  const renderer = createMeshRenderer(await prepareStill(models, frame, face));
  const region = regionOf(face.points, frame.width, frame.height);
  const cells: Buffer[] = [];
  for (const { label, shapes, head } of CELLS) {
    const weights = new Float32Array(Object.keys(shapeIndex).length);
    for (const [shape, weight] of Object.entries(shapes))
      weights[shapeIndex[shape as keyof typeof shapeIndex]] = weight;
    const out = createFrame(frame.width, frame.height, frame.bytes.slice());
    renderer.render(out, face, { weights, yaw: 0, pitch: 0, roll: 0, breath: 0, ...head });
    const { width, height } = region;
    cells.push(
      await sharp(frameRegionToRgb(out, region), { raw: { width, height, channels: 3 } })
        .resize(CELL, CELL, { fit: 'cover' })
        .composite([{ input: labelled(label) }])
        .png()
        .toBuffer(),
    );
  }
  const rows = Math.ceil(cells.length / COLUMNS);
  await sharp({ create: { width: COLUMNS * CELL, height: rows * CELL, channels: 3, background: 'black' } })
    .composite(
      cells.map((input, i) => ({ input, left: (i % COLUMNS) * CELL, top: Math.floor(i / COLUMNS) * CELL })),
    )
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toFile(to);
  console.log(to);
}

/** Returns a square region around the face, within the image. */
function regionOf(points: Float32Array, width: number, height: number) {
  const range = (axis: 0 | 1): [number, number] => {
    const values = points.filter((_, k) => k % 3 === axis);
    return [Math.min(...values), Math.max(...values)];
  };
  const [left, right] = range(0);
  const [top, bottom] = range(1);
  const side = Math.min(width, height, Math.round((bottom - top) * (1 + 2 * AROUND))) & ~1;
  const within = (middle: number, length: number): number =>
    Math.max(0, Math.min(length - side, Math.round(middle - side / 2))) & ~1;
  return {
    x: within((left + right) / 2, width),
    y: within((top + bottom) / 2, height),
    width: side,
    height: side,
  };
}

function labelled(label: string): Buffer {
  const text = `<text x="10" y="24" font-family="sans-serif" font-size="18" fill="white" stroke="black" stroke-width=".6">${label}</text>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL}" height="${CELL}">${text}</svg>`,
  );
}
