import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Frame, planesOf } from '../picture/frame.js';
import { readImage } from '../picture/read-picture.js';
import { faceFrameOf } from '../tracking/face-frame.js';
import { mouthOpening } from '../tracking/face-measures.js';
import type { FaceModels } from '../tracking/face-models.js';
import type { TrackedFace } from '../tracking/face-track.js';
import { openTestModels, photoPath } from '../tracking/testing/portraits.js';
import { settleLips } from './lip-seam.js';
import { createMeshRenderer } from './mesh-renderer.js';
import { measureMouthColours, measureTeeth } from './mouth-colours.js';
import { placeOfMouth } from './mouth-place.js';
import { extractTeeth, type SourceTeeth, type TeethTexture } from './own-teeth.js';
import { prepareStill } from './prepare-still.js';
import type { PreparedMesh } from './prepared-mesh.js';
import { copyOf, poseOf, readFace, readPortrait } from './testing/speaking-face.js';

/** Bytes of U and V that no face shows. */
const UPPER_MARK = 240;
const LOWER_MARK = 20;

describe('own teeth', () => {
  let models: FaceModels;
  let frame: Frame;
  let face: TrackedFace;
  let clip: PreparedMesh;
  /** What a picture of the painted mouth, wide open, gives back. */
  let taken: SourceTeeth;

  beforeAll(async () => {
    models = await openTestModels();
    ({ frame, face } = await readPortrait(models, 'kofi', 768));
    const { still: _, ...rest } = await prepareStill(models, frame, face);
    clip = rest;
    const open = copyOf(frame);
    createMeshRenderer(clip).render(
      open,
      face,
      poseOf({
        jawOpen: 0.6,
        mouthUpperUpLeft: 0.5,
        mouthUpperUpRight: 0.5,
        mouthLowerDownLeft: 0.8,
        mouthLowerDownRight: 0.8,
      }),
    );
    taken = takenFrom(open, await readFace(models, open), clip)!;
  });
  afterAll(() => models.close());

  it('are taken where they stand: the edge of the painted upper ones .054 below the middle of the closed mouth', () => {
    const { edge, columns } = taken.upper!;
    expect(edge[columns >> 1]).toBeGreaterThan(0.04);
    expect(edge[columns >> 1]).toBeLessThan(0.068);
    expect(taken.lower!.edge[columns >> 1]).toBeCloseTo(0, 6);
    expect(coveredWidth(taken.upper!)).toBeGreaterThan(0.4);
    expect(taken.opening).toBeGreaterThan(0.2);
  });

  it('have the colour that the picture shows', () => {
    const { y, v, cover } = taken.upper!;
    let covered = 0;
    let light = 0;
    let red = 0;
    for (const [at, share] of cover.entries()) {
      covered += share;
      light += share * y[at]!;
      red += share * v[at]!;
    }
    expect(light / covered).toBeGreaterThan(0.6 * clip.colours.teeth[0]);
    expect(light / covered).toBeLessThan(clip.colours.teeth[0] + 5);
    expect(red / covered).toBeLessThan(clip.colours.flesh[2] - 5);
  });

  it('are none where the mouth is closed, and the mouth is painted then', () => {
    expect(clip.teeth).toBeNull();
    expect(takenFrom(frame, face, clip)).toBeNull();
  });

  it('show between the lips: the upper row stands still, the lower one goes with the jaw', () => {
    const renderer = createMeshRenderer({ ...clip, teeth: marked(taken) });
    const rowsAt = (jawOpen: number): { upper: number; lower: number } => {
      const out = copyOf(frame);
      renderer.render(out, face, poseOf({ jawOpen, mouthLowerDownLeft: 0.6, mouthLowerDownRight: 0.6 }));
      const { u } = planesOf(out);
      return {
        upper: lastRow(u, 384, (value) => value > 210),
        lower: firstRow(u, 384, (value) => value < 50),
      };
    };
    const narrow = rowsAt(0.35);
    const wide = rowsAt(0.65);
    expect(Math.abs(wide.upper - narrow.upper)).toBeLessThanOrEqual(1);
    // Rows of colour: half a pixel each.
    const jaw = (0.3 * 0.45 * clip.mouth.width * faceFrameOf(face.points).scale) / 2;
    expect((wide.lower - narrow.lower) / jaw).toBeGreaterThan(0.65);
    expect((wide.lower - narrow.lower) / jaw).toBeLessThan(0.95);
  });

  const astronaut = photoPath('astronaut.png');
  it.skipIf(astronaut === null)('are found in a smile (ANIMA_EVAL_DIR)', async () => {
    const picture = await readImage(astronaut!, { longestSide: 512 });
    const { teeth } = await prepareStill(models, picture, await readFace(models, picture));
    expect(coveredWidth(teeth!.upper!)).toBeGreaterThan(0.35);
    expect(teeth!.lower).toBeNull();
    expect(teeth!.upper!.edge[teeth!.upper!.columns >> 1]).toBeGreaterThan(0.045);
  });
});

function takenFrom(frame: Frame, face: TrackedFace, { mouth }: PreparedMesh): SourceTeeth | null {
  const points = settleLips(frame, face.points);
  const { flesh } = measureMouthColours(frame, points);
  const teeth = measureTeeth(frame, points);
  const place = placeOfMouth(mouth, faceFrameOf(points));
  return teeth && extractTeeth({ frame, points, place, teeth, flesh }, mouthOpening(points));
}

/** Columns with teeth, in widths of the mouth. */
function coveredWidth({ columns, rows, cover }: TeethTexture): number {
  let count = 0;
  for (let column = 0; column < columns; column++)
    if (Array.from({ length: rows }, (_, row) => cover[row * columns + column]!).some((value) => value > 127))
      count++;
  return count / columns;
}

function marked({ upper, lower, opening }: SourceTeeth): SourceTeeth {
  const painted = (texture: TeethTexture, mark: number): TeethTexture => ({
    ...texture,
    u: new Uint8Array(texture.u.length).fill(mark),
  });
  return { upper: painted(upper!, UPPER_MARK), lower: painted(lower!, LOWER_MARK), opening };
}

function firstRow(plane: Uint8Array, width: number, is: (value: number) => boolean): number {
  return Math.floor(plane.findIndex(is) / width);
}

function lastRow(plane: Uint8Array, width: number, is: (value: number) => boolean): number {
  return Math.floor(plane.findLastIndex(is) / width);
}
