import { serve } from '@anima/calls';
import {
  createFrame,
  createHeadRenderer,
  createMeshRenderer,
  type FacePose,
  type Frame,
  frameBytes,
  poseAt,
} from '@anima/face/drawing';
import type { DrawingCalls, FrameOrder, Scene } from './thread-protocol.js';

/** A thread that draws frames of one clip at a time, each from its order alone. */

type Draw = (frame: Frame, pose: FacePose, points: Float32Array | null) => void;

let scene: Scene | null = null;
let draw: Draw | null = null;

function openScene(next: Scene): void {
  const isKept = scene?.rendererKey === next.rendererKey;
  scene = next;
  if (isKept) return;
  const { face, width, height } = next;
  if (face.kind === 'head') {
    const renderer = createHeadRenderer(face.head, { width, height, background: face.background });
    draw = (frame, pose) => renderer.render(pose, frame);
  } else {
    const renderer = createMeshRenderer(face.source);
    draw = (frame, pose, points) =>
      renderer.render(frame, points === null ? null : { points, presence: 1 }, pose);
  }
}

function drawFrame({ frame, slot, points }: FrameOrder): void {
  const { width, height, motion, slots } = scene!;
  const bytes = frameBytes(width, height);
  const target = createFrame(width, height, new Uint8Array(slots, slot * bytes, bytes));
  draw!(target, poseAt(motion, frame), points);
}

serve<DrawingCalls>({
  open(next) {
    openScene(next);
    return null;
  },
  draw(order) {
    drawFrame(order);
    return null;
  },
});
