import type { Frame } from '../image/frame.js';
import { depthInside } from '../image/polygon-depth.js';
import { sampleRgbPatch } from '../image/rgb-patch.js';
import { smoothStep } from '../smooth-step.js';
import { FACE_OVAL, LEFT_EAR, RIGHT_EAR } from '../tracking/face-geometry.js';
import { boxToFrame, type FaceBox } from './face-box.js';
import { pastePatch } from './paste-patch.js';
import { FACE_SIZE, FACE_VALUES, type Wav2Lip } from './wav2lip.js';

/** The outline of the face from ear to ear by way of the chin. */
const JAW = FACE_OVAL.slice(FACE_OVAL.indexOf(LEFT_EAR), FACE_OVAL.indexOf(RIGHT_EAR) + 1);
/** The outline that is painted against the tracked one: cheeks by the ears stay as they are, and a jaw that speaks drops lower. */
const JAW_ACROSS = 0.9;
const JAW_DOWN = 1.06;
/** Pixels of the patch, of which a face fills 96. The edge of the jaw lies in the middle of its feather. */
const JAW_FEATHER = 8;
/** From the middle of the face down, where Wav2Lip begins to paint, to about the base of the nose. */
const TOP_FEATHER = 8;
/** At the edges of the patch, which are no edges of the face. */
const BORDER_FEATHER = 4;

/**
 * How much of the painted face is shown at each pixel of the patch [96 x 96] of a box, 0 to 1, into `out`: the lower face within the
 * jaw, with soft edges. Nothing of it lies above the middle or on the border.
 */
export function fillLowerFaceMask(points: Float32Array, box: FaceBox, out: Float32Array): void {
  const jaw = jawInPatch(points, box);
  const middle = FACE_SIZE / 2;
  out.fill(0, 0, middle * FACE_SIZE);
  for (let row = middle; row < FACE_SIZE; row++) {
    const y = row + 0.5;
    const down = smoothStep((y - middle) / TOP_FEATHER) * smoothStep((FACE_SIZE - y) / BORDER_FEATHER);
    for (let column = 0; column < FACE_SIZE; column++) {
      const x = column + 0.5;
      const across = smoothStep(Math.min(x, FACE_SIZE - x) / BORDER_FEATHER);
      const inside = smoothStep(0.5 + depthInside(jaw, x, y) / JAW_FEATHER);
      out[row * FACE_SIZE + column] = down * across * inside;
    }
  }
}

/** [n x 2], resized from its middle. */
function jawInPatch(points: Float32Array, { x, y, width, height }: FaceBox): Float64Array {
  const jaw = Float64Array.from(
    JAW.flatMap((index) => [
      ((points[3 * index]! - x) * FACE_SIZE) / width,
      ((points[3 * index + 1]! - y) * FACE_SIZE) / height,
    ]),
  );
  const middle = [0, 0];
  for (let i = 0; i < jaw.length; i++) middle[i % 2]! += (2 * jaw[i]!) / jaw.length;
  const growth = [JAW_ACROSS, JAW_DOWN];
  return jaw.map((value, i) => middle[i % 2]! + growth[i % 2]! * (value - middle[i % 2]!));
}

/** A frame of a clip in which a face is to speak. */
export interface SpeakingFrame {
  /** Changed in place: the lower face only. */
  readonly frame: Frame;
  /** As in TrackedFace. */
  readonly points: Float32Array;
  readonly box: FaceBox;
  /** What is heard: [80 x 16], see melWindows. */
  readonly mel: Float32Array;
}

const PLANE = FACE_SIZE * FACE_SIZE;

/**
 * Paints the mouths of some frames with Wav2Lip; each is a function of itself alone. As many frames at a time as `wav2lip.batch`
 * serve it best.
 */
export async function paintMouths(wav2lip: Wav2Lip, frames: readonly SpeakingFrame[]): Promise<void> {
  const faces = frames.map(({ frame, box }) => {
    const face = new Float32Array(FACE_VALUES);
    sampleRgbPatch(frame, boxToFrame(box, FACE_SIZE), FACE_SIZE, face);
    return face;
  });
  const painted = await wav2lip.paint(
    frames.map(({ mel }) => mel),
    faces,
  );
  const mask = new Float32Array(PLANE);
  for (const [i, { frame, points, box }] of frames.entries()) {
    fillLowerFaceMask(points, box, mask);
    matchColour(painted[i]!, faces[i]!, mask);
    pastePatch(frame, box, painted[i]!, mask);
  }
}

/**
 * Shifts R, G and B of what was painted, in place, so that where it fades into the face it is on average of the face's colour: there
 * a seam would be seen.
 */
export function matchColour(painted: Float32Array, face: Float32Array, mask: Float32Array): void {
  let seam = 0;
  for (let i = 0; i < PLANE; i++) seam += mask[i]! * (1 - mask[i]!);
  if (seam === 0) return;
  for (let start = 0; start < FACE_VALUES; start += PLANE) {
    let difference = 0;
    for (let i = 0; i < PLANE; i++)
      difference += mask[i]! * (1 - mask[i]!) * (face[start + i]! - painted[start + i]!);
    const shift = difference / seam;
    for (let i = start; i < start + PLANE; i++) painted[i] = Math.max(0, Math.min(1, painted[i]! + shift));
  }
}
