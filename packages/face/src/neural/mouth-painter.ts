import type { Frame } from '../image/frame.js';
import { depthInside } from '../image/polygon-depth.js';
import { sampleRgbPatch } from '../image/rgb-patch.js';
import { smoothStep } from '../smooth-step.js';
import { FACE_OVAL, LEFT_EAR, RIGHT_EAR } from '../tracking/face-geometry.js';
import { boxToFrame, type FaceBox } from './face-box.js';
import { pastePatch } from './paste-patch.js';
import { FACE_SIZE, FACE_VALUES, type Wav2Lip } from './wav2lip.js';

/** The outline of the face from ear to ear along the chin. */
const JAW = FACE_OVAL.slice(FACE_OVAL.indexOf(LEFT_EAR), FACE_OVAL.indexOf(RIGHT_EAR) + 1);
/**
 * Scale of the painted outline relative to the tracked one: cheeks near the ears stay unchanged, and a
 * speaking jaw drops lower.
 */
const JAW_ACROSS = 0.9;
const JAW_DOWN = 1.06;
/**
 * Width of the feather of the jaw in pixels of the patch, in which a face fills 96. The edge of the jaw is in
 * its middle.
 */
const JAW_FEATHER = 8;
/** Feather from the middle of the face, where Wav2Lip starts to paint, down to about the base of the nose. */
const TOP_FEATHER = 8;
/** Feather at the edges of the patch, which are not edges of the face. */
const BORDER_FEATHER = 4;

/**
 * Writes the share of the painted face for each pixel of the patch [96 x 96] of a box, 0 to 1, into `out`:
 * the lower face within the jaw, with soft edges. It is 0 above the middle and on the border.
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

/** [n x 2], scaled about its middle. */
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

/** A frame of a clip in which a face shall speak. */
export interface SpeakingFrame {
  /** Changed in place, only the lower face. */
  readonly frame: Frame;
  /** As in TrackedFace. */
  readonly points: Float32Array;
  readonly box: FaceBox;
  /** Mel window of the frame: [80 x 16], see melWindows. */
  readonly mel: Float32Array;
}

const PLANE = FACE_SIZE * FACE_SIZE;

/**
 * Paints the mouths of frames with Wav2Lip. Each result depends only on its own frame. Batches of
 * `wav2lip.batch` frames are most efficient.
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
 * Shifts R, G and B of the painted face in place, so that its mean colour equals that of the face in the
 * transition area. Otherwise a seam would be visible.
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
