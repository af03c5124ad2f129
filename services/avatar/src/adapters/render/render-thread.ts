import { parentPort } from 'node:worker_threads';
import {
  createFrame,
  createHeadRenderer,
  createMeshRenderer,
  type FacePose,
  type Frame,
  frameBytes,
  poseAt,
} from '@anima/face/drawing';
import type { FrameOrder, Scene, ThreadAsk, ThreadReply } from './thread-protocol.js';

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

parentPort!.on('message', (ask: ThreadAsk) => {
  let error: Error | null = null;
  try {
    if (ask.type === 'open') openScene(ask.scene);
    else drawFrame(ask.order);
  } catch (caught) {
    error = caught instanceof Error ? caught : new Error(String(caught));
  }
  parentPort!.postMessage({ id: ask.id, error } satisfies ThreadReply);
});
