import type { Frame } from '../picture/frame.js';
import { sampleRgbPatch } from '../picture/rgb-patch.js';
import { sharedBytes } from '../shared-memory.js';
import { faceFrameOf, toFaceFrame } from '../tracking/face-frame.js';
import { mouthOpening } from '../tracking/face-measures.js';
import type { FaceModels } from '../tracking/face-models.js';
import type { TrackedFace } from '../tracking/face-track.js';
import { settleLips } from './lip-seam.js';
import { closeMouth } from './mouth-at-rest.js';
import { measureMouthColours, measureTeeth } from './mouth-colours.js';
import { placeOfMouth } from './mouth-place.js';
import { extractTeeth } from './own-teeth.js';
import type { PreparedMesh } from './prepared-mesh.js';
import { layStillGrid, type PersonMask } from './still-grid.js';

/** A picture with a face that is to speak. `frame` is the picture as it will be rendered, `face` the one in it. */
export async function prepareStill(
  models: Pick<FaceModels, 'personMask'>,
  frame: Frame,
  face: TrackedFace,
): Promise<PreparedMesh> {
  const points = settleLips(frame, face.points);
  const axes = faceFrameOf(points);
  const inFace = new Float32Array(points.length);
  toFaceFrame(points, axes, inFace);
  const mask = await findPerson(models, frame, points);
  const mouth = closeMouth(inFace);
  const painted = measureMouthColours(frame, points);
  const colour = measureTeeth(frame, face.points);
  const colours = { ...painted, teeth: colour ?? painted.teeth };
  const opening = mouthOpening(points);
  const picture = sharedBytes(frame.bytes.length);
  picture.set(frame.bytes);
  return {
    width: frame.width,
    height: frame.height,
    mouth,
    colours,
    teeth: colour && extractTeeth({ frame, points, place: placeOfMouth(mouth, axes), ...colours }, opening),
    still: { picture, points, grid: layStillGrid(frame, points, mask) },
  };
}

/** Widths of the face that the network sees: head and shoulders, as it was trained. */
const SEEN = 4;
/** Where the face stands in it, from the top. */
const FACE_AT = 0.42;

async function findPerson(
  { personMask }: Pick<FaceModels, 'personMask'>,
  frame: Frame,
  points: Float32Array,
): Promise<PersonMask> {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < points.length; at += 3) {
    left = Math.min(left, points[at]!);
    right = Math.max(right, points[at]!);
    top = Math.min(top, points[at + 1]!);
    bottom = Math.max(bottom, points[at + 1]!);
  }
  const width = Math.min(frame.width, SEEN * (right - left));
  const height = Math.min(frame.height, SEEN * (right - left));
  const x = within((left + right - width) / 2, width, frame.width);
  const y = within((top + bottom) / 2 - FACE_AT * height, height, frame.height);
  const { size, input } = personMask;
  sampleRgbPatch(frame, { a: width / size, b: 0, c: x, d: 0, e: height / size, f: y }, size, input);
  const [values] = await personMask.run();
  return { size, values: values!, x, y, width, height };
}

/** `start` moved so that the stretch lies in the picture. */
function within(start: number, stretch: number, length: number): number {
  return Math.max(0, Math.min(length - stretch, start));
}
