import type { Frame } from '../image/frame.js';
import { sampleRgbPatch } from '../image/rgb-patch.js';
import { boxToFrame, type FaceBox } from './face-box.js';
import { fillLowerFaceMask } from './lower-face-mask.js';
import { pastePatch } from './paste-patch.js';
import { FACE_SIZE, FACE_VALUES, type Wav2Lip } from './wav2lip.js';

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
