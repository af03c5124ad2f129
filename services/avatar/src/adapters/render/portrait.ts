import {
  ARKIT_SHAPES,
  createFrame,
  createHeadRenderer,
  type FacePose,
  type Head,
  writeJpeg,
} from '@anima/face';
import { writeAtomically } from '../files/written-whole.js';

const AT_REST: FacePose = {
  weights: new Float32Array(ARKIT_SHAPES.length),
  yaw: 0,
  pitch: 0,
  roll: 0,
  breath: 0,
};

/** Writes a head as it looks when it does nothing, `side` pixels wide and high: complete, or not at all. */
export async function drawPortrait(head: Head, outputPath: string, side: number): Promise<void> {
  const frame = createFrame(side, side);
  createHeadRenderer(head, { width: side, height: side, background: { kind: 'default' } }).render(
    AT_REST,
    frame,
  );
  await writeAtomically(outputPath, (draft) => writeJpeg(frame, draft));
}
