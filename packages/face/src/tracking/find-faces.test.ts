import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyAffine, invertAffine } from '../picture/affine.js';
import type { Frame } from '../picture/frame.js';
import { readImage } from '../picture/read-picture.js';
import { rgbToFrame } from '../picture/rgb-frame.js';
import { faceFrameOf, headAngles } from './face-frame.js';
import { cropOfPoints } from './face-mesh.js';
import type { FaceModels } from './face-models.js';
import { LANDMARKS, type TrackedFace } from './face-track.js';
import { findFaces, tilesOf } from './find-faces.js';
import {
  drawMoved,
  drawOnto,
  loadSource,
  moveBy,
  openTestModels,
  photoPath,
  portraitPath,
  readPortrait,
  type SourcePicture,
  seededRandom,
} from './testing/portraits.js';

let models: FaceModels;
let ada: SourcePicture;
let leo: SourcePicture;
beforeAll(async () => {
  models = await openTestModels();
  ada = await loadSource(await portraitPath('ada'), 512);
  leo = await loadSource(await portraitPath('leo'), 512);
});
afterAll(() => models?.close());

const at = ({ points }: TrackedFace, index: number): [number, number] => [
  points[3 * index]!,
  points[3 * index + 1]!,
];

/** Mean distance in pixels between the points of two faces. */
function meanDistance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < 3 * LANDMARKS; i += 3)
    sum += Math.hypot(one[i]! - other[i]!, one[i + 1]! - other[i + 1]!);
  return sum / LANDMARKS;
}

/** Corners of the eyes and of the mouth, where the lips meet, and the chin, read by eye from enlarged portraits. */
const PLACES = {
  ada: {
    33: [383, 371],
    133: [474, 378],
    362: [551, 379],
    263: [642, 370],
    61: [440, 543],
    291: [586, 543],
    13: [511, 545],
    152: [510, 668],
  },
  leo: {
    33: [378, 376],
    133: [462, 385],
    362: [567, 385],
    263: [650, 377],
    61: [428, 556],
    291: [595, 556],
    13: [515, 569],
    152: [515, 692],
  },
} as const;
/** The same, in pixels of the files. */
const PHOTOGRAPHS = [
  ['grace_hopper.jpg', { 33: [201, 191], 263: [327, 188], 61: [232, 281], 291: [302, 274], 152: [271, 335] }],
  ['astronaut.png', { 33: [194, 101], 263: [259, 104], 61: [203, 140], 291: [244, 142], 152: [223, 178] }],
] as const;

describe.each(['ada', 'leo'] as const)('the portrait of %s', (name) => {
  let frame: Frame;
  let face: TrackedFace;
  beforeAll(async () => {
    frame = await readPortrait(name);
    const faces = await findFaces(models, frame);
    expect(faces).toHaveLength(1);
    face = faces[0]!;
  });

  it('has its points where an eye sees them', () => {
    expect(face.presence).toBeGreaterThan(0.99);
    for (const [index, [x, y]] of Object.entries(PLACES[name])) {
      const [foundX, foundY] = at(face, Number(index));
      expect(Math.hypot(foundX - x, foundY - y), `${index}: ${foundX}, ${foundY}`).toBeLessThan(11);
    }
  });

  it('looks into the camera', () => {
    const { yaw, pitch, roll } = headAngles(faceFrameOf(face.points));
    for (const angle of [yaw, pitch, roll]) expect(Math.abs(angle)).toBeLessThan(6);
  });
});

describe('copies of a portrait', () => {
  const miss = async (
    source: SourcePicture,
    move: Parameters<typeof moveBy>[2],
    side = 512,
  ): Promise<number> => {
    const toFrame = moveBy(512, side, move);
    const [still] = await findFaces(models, rgbToFrame(source.rgb, 512, 512));
    const [moved] = await findFaces(models, rgbToFrame(drawMoved(source, toFrame, side, side), side, side));
    const back = invertAffine(toFrame);
    const returned = moved!.points.slice();
    for (let i = 0; i < returned.length; i += 3) {
      const { x, y } = applyAffine(back, { x: returned[i]!, y: returned[i + 1]! });
      returned[i] = x;
      returned[i + 1] = y;
    }
    return meanDistance(still!.points, returned);
  };

  it.each([
    [{ x: 50, y: -30 }, 512],
    [{ turn: 0.3 }, 512],
    [{ turn: -0.5, x: 20 }, 512],
    [{}, 1000],
    [{}, 300],
    [{ turn: 0.2, scale: 0.7 }, 512],
    [{ turn: Math.PI / 2 }, 512],
    [{ turn: -2.5 }, 512],
    [{ turn: Math.PI }, 512],
  ])('%j on %d pixels have the same points', async (move, side) => {
    // Pixels of the original, where a face is 225 wide.
    expect(await miss(ada, move, side)).toBeLessThan(1.8);
    expect(await miss(leo, move, side)).toBeLessThan(1.8);
  });
});

describe('a face larger than the picture', () => {
  it('is found', async () => {
    const close = drawMoved(ada, moveBy(512, 300, { scale: 3.2, y: 60 }), 300, 300);
    const [face] = await findFaces(models, rgbToFrame(close, 300, 300));
    const [rightEye, leftEye] = [at(face!, 33), at(face!, 263)];
    // 225 of 512 pixels wide, of which the eyes take 123.
    expect(Math.abs(leftEye[0] - rightEye[0] - (123 / 512) * 3.2 * 300)).toBeLessThan(12);
  });
});

describe('several faces, and small ones', () => {
  it('are all found, largest first', async () => {
    const rgb = drawMoved(ada, moveBy(512, 1000, { x: -250, y: -150, scale: 0.32 }), 1000, 700);
    drawOnto(rgb, 1000, 700, leo, { a: 0.7, b: 0, c: 550, d: 0, e: 0.7, f: 200 });
    const faces = await findFaces(models, rgbToFrame(rgb, 1000, 700));
    expect(faces).toHaveLength(2);
    const [larger, smaller] = faces.map(({ points }) => cropOfPoints(points));
    expect(larger!.side).toBeGreaterThan(smaller!.side);
    expect(smaller!.x).toBeLessThan(500);
    expect(larger!.x).toBeGreaterThan(500);
  });

  it('are found in parts of the picture when the whole shows none', async () => {
    const rgb = drawMoved(leo, moveBy(512, 1280, { x: 350, y: -300, scale: 0.08 }), 1280, 720);
    const [face] = await findFaces(models, rgbToFrame(rgb, 1280, 720));
    const { x, y, side } = cropOfPoints(face!.points);
    expect(Math.hypot(x - 990, y - 340)).toBeLessThan(20);
    expect(side).toBeLessThan(80);
  });

  it('tiles cover a picture, overlapping by half', () => {
    expect(tilesOf({ width: 100, height: 50, bytes: new Uint8Array(0) }, 50)).toEqual([
      { x: 0, y: 0, side: 50 },
      { x: 25, y: 0, side: 50 },
      { x: 50, y: 0, side: 50 },
    ]);
    expect(tilesOf({ width: 40, height: 90, bytes: new Uint8Array(0) }, 60)).toEqual([
      { x: -10, y: 0, side: 60 },
      { x: -10, y: 30, side: 60 },
    ]);
  });
});

describe('pictures without a face', () => {
  const side = 256;
  const random = seededRandom(11);
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="white"/>${[1, 2, 3, 4, 5].map((i) => `<text x="10" y="${45 * i}" font-size="34">Minutes, page ${i}</text>`).join('')}</svg>`;
  it.each([
    ['black', () => 0],
    ['a gradient', (i: number) => (i / 3) % side],
    ['noise', () => 256 * random()],
    ['stripes', (i: number) => ((i / 24) & 1 ? 30 : 220)],
  ])('%s', async (_, value) => {
    const rgb = Uint8Array.from({ length: 3 * side * side }, (_, i) => value(i));
    expect(await findFaces(models, rgbToFrame(rgb, side, side))).toEqual([]);
  });

  it('text', async () => {
    const page = await readImage(await sharp(Buffer.from(text)).png().toBuffer());
    expect(await findFaces(models, page)).toEqual([]);
  });

  it('two pixels', async () => {
    expect(await findFaces(models, rgbToFrame(new Uint8Array(12), 2, 2))).toEqual([]);
  });
});

describe('photographs', () => {
  for (const [file, places] of PHOTOGRAPHS) {
    const path = photoPath(file);
    it.skipIf(path === null)(`${file} (ANIMA_EVAL_DIR)`, async () => {
      const [face] = await findFaces(models, await readImage(path!));
      for (const [index, [x, y]] of Object.entries(places)) {
        const [foundX, foundY] = at(face!, Number(index));
        expect(Math.hypot(foundX - x, foundY - y), `${index}: ${foundX}, ${foundY}`).toBeLessThan(5);
      }
    });
  }
});
